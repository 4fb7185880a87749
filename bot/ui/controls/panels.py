"""The rows of buttons under cards, boards, direct messages and private answers."""

from collections.abc import Collection, Iterable, Sequence

import discord

from bot.matches.acts.offers import MORE_MS
from bot.matches.match.due import pause_ends_ms
from bot.matches.match.match import Match
from bot.matches.match.messages import PostedMessage
from bot.matches.match.players import (
    OFFERS,
    Computer,
    NamedPerson,
    Offer,
    OfferKind,
    Player,
    Substitute,
)
from bot.matches.match.reader_view import ReaderView
from games.clock import DAY
from games.core import AnyGame, Seat
from render.draw import has_parts

from ..words.catalogue import Catalogue
from ..words.lines import LONGEST_NAME, name, sanitize, who
from .buttons import NO_MATCH, Press, PressItem, button, link, on, rows

BLUE, GREEN = discord.ButtonStyle.primary, discord.ButtonStyle.success
RED, GREY = discord.ButtonStyle.danger, discord.ButtonStyle.secondary
LONG_MS = DAY
"""The time without a turn after which a player may be missing where there are no clocks."""


def on_closed_card(match: Match, game: AnyGame, words: Catalogue) -> discord.ui.View | None:
    """Leave on a match's card the way to the reader's set-up and, against computers, the rules."""
    items = explaining(match.terms.game, words) if match.running and match.alone else []
    if match.running and game.set_up:
        items.insert(0, button(words("button.setup"), Press(match.id, 0, "setup")))
    return rows(*items) if items else None


def on_board(
    match: Match,
    words: Catalogue,
    *,
    analysed: bool = False,
    replaceable: bool = False,
    explained: bool = False,
    level: int | None = None,
) -> discord.ui.View:
    """Lay out the buttons under a public board, in the second row what belongs to the moment.
    `analysed`: a computer can analyse the match; `replaceable`: absent players can be replaced;
    `explained`: there is a way to the rules; `level`: the computer's in a next match."""

    def press(verb: str, style: discord.ButtonStyle = GREY, row: int = 0) -> PressItem:
        return button(words(f"button.{LABELS.get(verb, verb)}"), on(match, verb), style, row=row)

    zoom = [press("zoomed", row=1)] if has_parts(match.terms.game) else []
    offer = [] if match.alone else [press("offer")]
    match match.stand.phase:
        case "called_off" if match.options.drawn and match.stand.turns < len(match.players):
            return rows(press("more"))  # somebody did not want it
        case "over" | "called_off":
            known = ["analysis"] if analysed and match.stand.turns else []
            items = [press("rematch", BLUE), *map(press, ("replay", *known, "more"))]
            items += [_another_level(match, level, words)] if level else []
            return rows(*items, press("poster", row=1), *zoom)
        case "setting_up":
            items = [press("setup", BLUE), *offer, press("more")]
        case _:
            items = [press("mine"), *offer, press("more"), *zoom]
            reading = match.seat_of(match.reader.id) if match.reader else None
            if not match.computing and (reading is None or match.players[reading].acting):
                items.insert(0, press("move", BLUE))
            if any(player.clock.down for player in match.players):
                items += [press("win", GREEN, 1), press("give", row=1), press("excuse", row=1)]
            if replaceable and match.absent and any(player.person for player in match.remaining):
                items.append(press("replace", row=1))
    if may_turn_down(match):
        items.append(press("not_this", row=1))
    return rows(*items, *(explaining(match.terms.game, words, row=2) if explained else ()))


def may_turn_down(match: Match) -> bool:
    """Tell whether a reader, or any player, was drawn and has not taken a turn yet."""
    own = match.seat_of(match.reader.id) if match.reader else None
    asked = [player for player in match.players if own in (None, player.seat)]
    return match.options.drawn and any(player.acted_ms is None for player in asked)


def explaining(game: str, words: Catalogue, row: int | None = None) -> list[PressItem]:
    """Offer guided turns of a game, and its rules."""
    return [
        button(words(f"button.{verb}"), Press(NO_MATCH, 0, verb, game), row=row)
        for verb in ("show_me", "rules")
    ]


def _another_level(match: Match, level: int, words: Catalogue) -> PressItem:
    higher = all(level > player.computer.level for player in match.players if player.computer)
    label = words("button.level_up" if higher else "button.level_down")
    return button(label, on(match, "level", str(level)), row=1)


PHRASES = ("luck", "played", "moment", "again")
"""What may be said to strangers: `say.luck` and so on."""
LABELS = {"mine": "my_board", "zoomed": "zoom", "win": "take_win", "excuse": "call_off"}
"""The buttons whose words are not named after their verbs."""


def on_direct_message(
    seen: ReaderView, public: PostedMessage | None, words: Catalogue
) -> discord.ui.View:
    """Offer the whole game under a direct message, with the public board a tap away."""
    match = seen.match
    links = []
    if public:
        label = words("button.public_board")
        links.append(link(label, match.terms.guild, public.channel, public.message))
    text = button(words("button.text"), on(match, "text"))
    if match.stand.phase == "over":
        after = [button(words(f"button.{verb}"), on(match, verb)) for verb in ("replay", "record")]
        return rows(text, *after, *links)
    mine = button(words("button.my_board"), on(match, "mine"))
    return rows(*move(seen, words), mine, text, *links)


def switch(press: Press, on: bool, what: str, words: Catalogue) -> PressItem:
    """Make a button that says whether something is on, and turns it."""
    label = words(f"settings.{'on' if on else 'off'}", what=what)
    return button(label, press, GREEN if on else GREY)


def move(seen: ReaderView, words: Catalogue, style: discord.ButtonStyle = BLUE) -> list[PressItem]:
    """Offer Move to a reader who is to make one."""
    wanted = seen.view.acting and not seen.view.free
    return [button(words("button.move"), on(seen.match, "move"), style)] if wanted else []


def after_turn(match: Match, number: int, words: Catalogue) -> PressItem:
    """Lead to the board after a turn."""
    label = words("button.after", turn=words("line.turn_number", n=number))
    return button(label, on(match, "after", str(number)))


def hint(seen: ReaderView, words: Catalogue) -> list[PressItem]:
    """Offer Hint, where hints are given, to a reader who is to move."""
    wanted = seen.match.options.hints and seen.view.acting and not seen.view.free
    return [button(words("button.hint"), on(seen.match, "hint"))] if wanted else []


def hint_panel(match: Match, turns: Sequence[str], words: Catalogue) -> discord.ui.View:
    """Offer to play each turn of a hint, and below to look first at what it would do."""
    plays = [
        button(words("button.play", action=turn), on(match, "go", turn), GREEN, row=0)
        for turn in turns
    ]
    tries = [
        button(words("button.try", action=turn), on(match, "try", turn), row=1) for turn in turns
    ]
    return rows(*plays, *tries)


def mark(seen: ReaderView, words: Catalogue) -> list[PressItem]:
    """Offer Mark to a player from whom something is hidden."""
    set_up, playing = seen.game.set_up, seen.match.running and seen.view.seat is not None
    wanted = playing and set_up and set_up.hidden(seen.view)
    return [button(words("button.mark"), on(seen.match, "mark"))] if wanted else []


def ask(match: Match, words: Catalogue) -> list[PressItem]:
    """Offer Ask, by which a board is asked about in words."""
    return [button(words("button.ask"), on(match, "ask"))] if match.begun else []


def rehome(match: Match, words: Catalogue) -> list[PressItem]:
    """Offer to show a held match where this is pressed."""
    moves = match.held and not match.direct
    return [button(words("button.rehome"), on(match, "rehome"))] if moves else []


def follow(match: Match, user: int, words: Catalogue, *, follows: bool) -> list[PressItem]:
    """Offer to follow a running match, or to stop, to whoever does not play in it."""
    wanted = match.running and match.seat_of(user) is None
    verb = "unfollow" if follows else "follow"
    return [button(words(f"button.{verb}"), on(match, verb))] if wanted else []


def more(
    match: Match, user: int, words: Catalogue, *, confers: bool, follows: bool
) -> discord.ui.View:
    """Lay out the More menu, needed now and then. `confers`: the user's team may have a thread;
    `follows`: the user follows the match."""
    seat = match.seat_of(user)
    plays = match.running and seat is not None and not match.players[seat].out
    wanted = {"history": True, "text": True, "record": match.begun and not match.running}
    wanted |= {"offer": plays and match.alone is not None, "team": confers}
    items = [button(words(f"button.{verb}"), on(match, verb)) for verb in wanted if wanted[verb]]
    items.insert(1, button(words("button.rules"), on(match, "rules", match.terms.game)))
    items += [] if seat is None else rehome(match, words)
    items += follow(match, user, words, follows=follows)
    items += [button(words("button.talk"), on(match, "talk"))] if match.letters else []
    if match.begun and not match.running:
        items.append(button(words("ready.another"), Press(NO_MATCH, 0, "be_ready")))
    items += [button(words("button.resign"), on(match, "giveup"), RED)] if plays else []
    return rows(*items)


def phrases(match: Match, seat: Seat, words: Catalogue) -> discord.ui.View:
    """Offer the phrases that a player may say to strangers; below to report or block those."""
    said = (button(words(f"say.{name}"), on(match, "say", name), row=0) for name in PHRASES)
    others = (player.person for player in match.others(seat) if player.person)
    return rows(*said, *report(match, words), *block(others, words))


def block(people: Iterable[NamedPerson], words: Catalogue) -> list[PressItem]:
    """Offer to block people."""

    def item(person: NamedPerson) -> PressItem:
        label = words("settings.block", name=sanitize(person.name, LONGEST_NAME))
        return button(label, Press(NO_MATCH, 0, "block", str(person.id)), row=1)

    return [item(person) for person in people if not person.is_deleted]


def report(match: Match, words: Catalogue) -> list[PressItem]:
    """Offer to tell whoever runs the bot of a match by letter."""
    return [button(words("button.report"), on(match, "report"), row=1)] if match.letters else []


def offers(
    match: Match,
    seat: Seat,
    game: AnyGame,
    now_ms: int,
    refused: Collection[OfferKind],
    words: Catalogue,
) -> discord.ui.View:
    """Lay out what a seat can propose now, or give unasked; the rules have `refused` some."""
    short = {player.seat for player in match.players if short_of_time(match, player, now_ms)}
    idle = {
        "takeback": not match.stand.turns,
        "pause": not may_pause(match, now_ms),
        "time": seat not in short,
        "replace": not any(may_be_absent(match, other, now_ms) for other in match.others(seat)),
    }
    unwanted = {*refused, *match.players[seat].declined}
    if match.offer and match.offer.seat == seat and not match.offer.substitute:
        unwanted.add(match.offer.kind)  # it stands already
    items = [
        button(words(f"choice.offer.{kind}"), on(match, "propose", kind))
        for kind in OFFERS
        if kind not in unwanted and not idle.get(kind)
    ]
    if short - game.info.team(seat):
        items.append(button(words("button.give"), on(match, "gift")))
    return rows(*items)


def may_pause(match: Match, now_ms: int) -> bool:
    """Tell whether clocks run that can be stopped: no time is up, and a pause would not be over."""
    going = match.pace.timed and not match.paused and not match.flag_down
    return going and now_ms < pause_ends_ms(match)


def may_be_absent(match: Match, player: Player, now_ms: int) -> bool:
    """Tell whether a player may need a substitute: absent, or long awaited without a clock."""
    awaited = player.acting and not match.pace.timed and now_ms - match.updated_ms >= LONG_MS
    return player in match.absent or (match.all_moved and awaited and player.person is not None)


def short_of_time(match: Match, player: Player, now_ms: int) -> bool:
    """Tell whether a player is to act with less than a day left, and may be given more."""
    return match.pace.timed and player.acting and player.clock.time_left(now_ms) < MORE_MS


def answers(match: Match, offer: Offer, words: Catalogue) -> discord.ui.View:
    """Lay out Accept and Decline under an offer, and Withdraw for the player who made it; in a
    letter what is its reader's own to press."""
    own = match.seat_of(match.reader.id) == offer.seat if match.reader else None
    about = f" {offer.substitute.text}" if offer.substitute else ""

    def press(verb: str) -> Press:
        return Press(match.id, offer.revision, verb, f"{offer.kind} {offer.seat}{about}")

    waiting = any(
        other.person
        and not other.consent
        and not other.out
        and not (about and other in match.absent)
        for other in match.others(offer.seat)
    )
    items = [] if own is False else [button(words("button.withdraw"), press("withdraw"))]
    if offer.substitute and offer.substitute.level is None:
        items.insert(0, button(words("button.take_seat"), press("take"), GREEN))
    if waiting and not own:
        items.insert(0, button(words("button.accept"), press("agree"), GREEN))
        items.insert(1, button(words("button.decline"), press("refuse")))
    return rows(*items)


def absent(match: Match, absent: Iterable[Player], words: Catalogue) -> discord.ui.View:
    """Ask for which of several absent players a substitute is to be found."""
    return rows(
        *(
            button(name(match, player.seat, words), on(match, "replace", str(player.seat)))
            for player in absent
        )
    )


def substitutes(
    match: Match, seat: Seat, levels: int, words: Catalogue, *, people: bool
) -> discord.ui.View:
    """Offer the substitutes for a seat: a computer of each level, and, if allowed, `people`."""
    choices = [
        (Substitute(seat, level), who(Computer(level), words)) for level in range(1, levels + 1)
    ]
    if people:
        choices.append((Substitute(seat), words("button.another_person")))
    return rows(*(button(label, on(match, "seek", turn.text)) for turn, label in choices))


def sure_to_resign(match: Match, how: Iterable[str], words: Catalogue) -> discord.ui.View:
    """Lay out Resign and Leave without a result, whichever can be done, and Play on."""
    return rows(
        *(button(words(f"button.{verb}"), on(match, verb), RED) for verb in how),
        button(words("button.keep"), on(match, "keep")),
    )
