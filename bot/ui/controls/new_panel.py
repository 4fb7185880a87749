"""The panel on which a match is put together. All that is chosen is in its custom ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import discord

from bot.matches.match.players import Computer
from bot.matches.match.refusals import Code, Refusal
from games.clock import PACES
from games.core import AnyGame, Info
from games.grid import natural

from ..words import lines
from ..words.catalogue import Catalogue
from .buttons import LIST, NO_MATCH, Press, PressItem, button, choose, entities, rows
from .panels import BLUE, switch
from .picker import LAST_ROW, Screen

USUAL: Mapping[str, tuple[Any, ...]] = {
    "level": (0, 1, 2, 3, 4, 5, 6),
    "pace": (None, *PACES),
    "seat": ("usual", "random", "first", "second"),
    "rated": (True, False),
    "strict": (False, True),
    "hints": (None, True, False),
    "resigns": (False, True),
    "where": (None, "thread", "here", "letters"),
    "more": (False, True),
}
"""What can be wished for in any game, the usual first, and whether the second page is shown."""
SWITCHED = {"thread": "here", "here": "thread"}


@dataclass(frozen=True, slots=True)
class Draft:
    """A match that is put together: its game, up to three guests by their ids, round the table (0:
    anybody), and what is wished for besides; what is not named there is the usual."""

    game: AnyGame
    invited: tuple[int, ...] = (0, 0, 0)
    wishes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def guests(self) -> tuple[int, ...]:
        """The guests for whom the game has seats."""
        return self.invited[: self.game.info.seats - 1]

    @property
    def choices(self) -> Mapping[str, tuple[Any, ...]]:
        """All that can be wished for; the usual of an option is that it is not named."""
        info = self.game.info
        options = {key: (None, *values) for key, values in info.options.items()}
        return {**USUAL, "variant": info.variants, **options}

    def __getitem__(self, name: str) -> Any:
        return self.wishes.get(name, self.choices[name][0])

    def __str__(self) -> str:
        """Write it for a custom id: people in hexadecimal digits, each wish as one digit; what was
        typed and is not among the choices stands behind them."""
        guests = ".".join(f"{guest:x}" for guest in self.invited)
        wished = [(name, self[name], values) for name, values in self.choices.items()]
        digits = (
            str(values.index(value)) if value in values else "0" for _, value, values in wished
        )
        typed = (f" {name}={value}" for name, value, values in wished if value not in values)
        return f"{self.game.info.id} {guests} {''.join(digits)}{''.join(typed)}"

    @classmethod
    def read(cls, text: str, games: Mapping[str, AnyGame]) -> Draft:
        """Read it from a custom id. Raises Refusal."""
        try:
            game, guests, digits, *typed = text.split(" ")
            draft = cls(games[game]).invite([int(guest, 16) for guest in guests.split(".")])
            chosen = zip(draft.choices.items(), digits, strict=True)
            wishes = {name: values[int(digit)] for (name, values), digit in chosen}
            named = dict(option.split("=") for option in typed)
            return draft.but(**wishes | {key: named[key] for key in named if key in wishes})
        except (LookupError, ValueError) as failure:
            raise Refusal(Code.OLD_BUTTON) from failure

    @property
    def variant(self) -> str:
        """The text of the variant: "size-8 pie=off"."""
        options = (f"{key}={self[key]}" for key in self.game.info.options if self[key])
        return " ".join((self["variant"], *options))

    def but(self, **wishes: Any) -> Draft:
        return replace(self, wishes={**self.wishes, **wishes})

    def of(self, variant: str) -> Draft:
        """Wish for a variant by its text. Raises NotationError for an unreadable one."""
        parts = (part.rpartition("=") for part in self.game.variant(variant).split())
        unnamed = dict.fromkeys(self.game.info.options)
        return self.but(**unnamed | {key or "variant": value for key, _, value in parts})

    def invite(self, guests: Sequence[int]) -> Draft:
        return replace(self, invited=(*guests, 0, 0, 0)[:3])


def show(
    draft: Draft, now: Mapping[str, Any], games: Iterable[AnyGame], levels: int, words: Catalogue
) -> Screen:
    """Show what is chosen, and on two pages all that can be; `now` are the pace and the switches of
    this match as they stand."""
    post = Press(NO_MATCH, 0, "post", str(draft))
    foot = [button(words("new.post"), post, BLUE, row=LAST_ROW)]

    def wish(name: str, values: Iterable[Any]) -> PressItem:
        named = {words(f"choice.{name}.{value}"): draft.but(**{name: value}) for value in values}
        return _list(name, named, draft.but(**{name: now.get(name, draft[name])}))

    if draft["more"]:
        foot.append(button(words("button.back"), _to(draft.but(more=False)), row=LAST_ROW))
        items = [_list("variant", _variants(draft, words), draft), wish("pace", PACES)]
        for name in [*now][1:]:
            is_on = now[name] in (True, "thread")
            turned = draft.but(**{name: SWITCHED.get(now[name], not is_on)})
            if name == "everywhere":
                turned = draft.but(where=None if is_on else "letters", level=0)
            items.append(switch(_to(turned), is_on, words(f"new.{name}"), words))
    else:
        foot.append(button(words("new.more"), _to(draft.but(more=True)), row=LAST_ROW))
        turned = draft.invite((*draft.guests[1:], draft.guests[0]))
        if turned.guests != draft.guests:
            foot.append(button(words("new.turn"), _to(turned), row=LAST_ROW))
        kept = {name: draft[name] for name in USUAL}  # not the variant, which is one of a game
        named = {
            words(f"{game.info.id}.name"): replace(draft, game=game, wishes=kept) for game in games
        }
        same = replace(draft, wishes=kept)
        guests, most = [*filter(None, draft.guests)], len(draft.guests)
        items = [
            _list("game", named, same),
            entities(discord.User, _to(draft.invite(())), guests, words("new.guests"), most),
            wish("level", range(levels + 1)),
            wish("seat", USUAL["seat"]),
        ]
    return Screen(_summary(draft, now["pace"], words), rows(*items, *foot))


def _summary(draft: Draft, pace: str, words: Catalogue) -> str:
    id_, free = draft.game.info.id, words("card.anybody")
    if draft["level"]:
        free = lines.who(Computer(draft["level"]), words)
    first, partner, second = (lines.mention(guest) if guest else free for guest in draft.invited)
    parts = (
        f"{words('new.title')}\n**{words(f'{id_}.name')}**",
        lines.variant_name(id_, draft.variant, words),
        words(f"new.{len(draft.guests)}", first=first, partner=partner, second=second),
        words("new.time", pace=words(f"choice.pace.{pace}")),
    )
    return lines.DOT.join(parts)


def _variants(draft: Draft, words: Catalogue) -> dict[str, Draft]:
    """Name the present variant, the others, and what else can be changed about the present."""
    game, present = draft.game, draft.variant
    more = lines.variant_name(game.info.id, present, words) + words("alt.comma")
    texts = (present, *by_size(game.info), *variant_texts(game.info, present))
    named = {
        offered_name(game.info, text, words): draft.of(text)
        for text in texts
        if game.variant(text) == text  # each option changes something
    }
    return {name.replace(more, "+ ", 1): chosen for name, chosen in named.items()}


def _to(draft: Draft) -> Press:
    return Press(NO_MATCH, 0, "draft", str(draft))


def _list(name: str, offered: Mapping[str, Draft], chosen: Draft) -> PressItem:
    """Make a list of drafts by what is chosen in them."""
    named = {_to(draft).id("m"): label for label, draft in offered.items()}
    listed = Press(NO_MATCH, 0, LIST, name)
    return choose(listed, named, next(iter(offered)), _to(chosen).id("m"))


def variant_texts(info: Info, typed: str) -> list[str]:
    """List the named variants of a game by size, then each with one unusual option more than is
    typed already."""
    parts = typed.split()
    begun = [name for name in info.variants if name in parts]
    settings = {
        f"{key}={value}": key for key, (_, *others) in info.options.items() for value in others
    }
    kept = [part for part in parts if part in settings]
    known = {settings[part] for part in kept}
    further = [setting for setting, key in settings.items() if key not in known]
    heads = [" ".join((name, *kept)) for name in begun or by_size(info)]
    return [*heads, *(f"{head} {setting}" for head in heads for setting in further)]


def by_size(info: Info) -> list[str]:
    families = {natural(name)[0][0]: at for at, name in reversed([*enumerate(info.variants)])}
    return sorted(info.variants, key=lambda name: (families[natural(name)[0][0]], natural(name)))


def offered_name(info: Info, text: str, words: Catalogue) -> str:
    """Name a variant; the one that is played unless another is chosen says so."""
    name = lines.variant_name(info.id, text, words)
    return words("choice.usual", choice=name) if text == info.variants[0] else name
