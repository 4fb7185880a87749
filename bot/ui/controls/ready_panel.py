"""The panel of `/match ready`, on which somebody ticks what they would like to play."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.matches.match.match import NOWHERE
from bot.matches.match.refusals import Code, Refusal
from bot.people.draw import Offered, Ready
from bot.people.wish import (
    FASTEST,
    LASTS_MS,
    MOST_MATCHES,
    POINTS,
    TOUR,
    WAITED_MS,
    Wish,
    read_paces,
)

from ..words import lines, standing_lines, times
from ..words.catalogue import Catalogue
from .buttons import NO_MATCH, Press, PressItem, button, choose, rows, tick
from .panels import GREEN, GREY
from .picker import Screen

MOST_KINDS = 25
"""The most kinds of matches that a list has room for."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is ticked on the panel: a wish for the people of a server, or `everywhere`."""

    wish: Wish
    everywhere: bool = False

    def text(self, kinds: Sequence[str]) -> str:
        """Write it for a custom id, by the order of all `kinds` and the Tour."""
        bits = (
            sum(1 << at for at, name in enumerate(known) if name in chosen)
            for known, chosen in (((*kinds, TOUR), self.wish.kinds), (FASTEST, self.wish.paces))
        )
        rest = f"{POINTS.index(self.wish.points)}{self.wish.most}{self.everywhere:d}"
        return f"{'.'.join(f'{mask:x}' for mask in bits)}.{rest}"

    @classmethod
    def read(cls, text: str, kinds: Sequence[str]) -> "Sheet":
        """Read it from a custom id. Raises Refusal."""
        try:
            first, second, rest = text.split(".")
            points, most, everywhere = tuple(rest)
            wish = Wish(
                frozenset(
                    name for at, name in enumerate((*kinds, TOUR)) if int(first, 16) >> at & 1
                ),
                read_paces(name for at, name in enumerate(FASTEST) if int(second, 16) >> at & 1),
                POINTS[int(points)],
                min(MOST_MATCHES, max(1, int(most))),
            )
            return cls(wish, everywhere == "1")
        except (ValueError, LookupError) as failure:
            raise Refusal(Code.OLD_BUTTON) from failure

    def choose(self, name: str, values: Sequence[str]) -> "Sheet":
        """Tick what was chosen in a list, or turn a switch. Raises Refusal."""
        value = values[0] if values else ""
        match name:
            case "kinds":
                return replace(self, wish=replace(self.wish, kinds=frozenset(values)))
            case "paces":
                return replace(self, wish=replace(self.wish, paces=read_paces(values)))
            case "points" if value in POINTS:
                points = POINTS[POINTS.index(value)]
                return replace(self, wish=replace(self.wish, points=points))
            case "most" if value in map(str, range(1, MOST_MATCHES + 1)):
                return replace(self, wish=replace(self.wish, most=int(value)))
            case "where":
                return replace(self, everywhere=not self.everywhere)
        raise Refusal(Code.OLD_BUTTON)


def show(
    sheet: Sheet,
    ready: Ready | None,
    kinds: Sequence[str],
    place: int | None,
    now_ms: int,
    words: Catalogue,
    guild: int | None,
    *,
    tour: bool,
) -> Screen:
    """Show what is ticked, and how long its owner has been `ready`; `place` is where people of the
    server (`guild`) meet, if anywhere. In direct messages (None) everybody is meant. There may be
    no `tour`."""
    wish = sheet.wish

    def press(name: str) -> Press:
        return Press(NO_MATCH, 0, "wish", f"{name} {sheet.text(kinds)}")

    named = {TOUR: words("tour.name")} if tour else {}
    named |= {kind: kind_name(kind, words) for kind in kinds[: MOST_KINDS - len(named)]}
    paces: dict[str, str] = {pace: words(f"choice.pace.{pace}") for pace in FASTEST}
    points: dict[str, str] = {name: words(f"ready.points_{name}") for name in POINTS}
    most = {str(n): words("ready.most", n=n) for n in range(1, MOST_MATCHES + 1)}
    deed = "unwish" if ready else "want"
    foot = [button(words(f"ready.{deed}"), press(deed), GREY if ready else GREEN)]
    if guild:
        code = "to_here" if sheet.everywhere else "to_everywhere"
        foot.append(button(words(f"ready.{code}"), press("where")))
    view = rows(
        tick(press("kinds"), named, words("ready.kinds"), wish.kinds),
        tick(press("paces"), paces, words("ready.paces"), wish.paces),
        choose(press("points"), points, points[wish.points], wish.points),
        choose(press("most"), most, most[str(wish.most)], str(wish.most)),
        *foot,
    )
    where = "everywhere" if sheet.everywhere else "here" if place else "by_letter"
    text = [words("ready.title"), words(f"ready.{where}", place=lines.place(place or 0))]
    text += [standing_lines.on_tour("ready.tour", now_ms, words)] if tour else []
    if ready:
        since, ends = ready.seeker.since_ms, times.relative(ready.pressed_ms + LASTS_MS)
        text.append(words("ready.since", since=times.relative(since), ends=ends))
        text += [words("ready.elsewhere")] if ready.guild not in (NOWHERE, guild) else []
        text += [words("ready.long")] if since < now_ms - WAITED_MS else []
    return Screen("\n".join(text), view)


def kind_name(kind: str, words: Catalogue) -> str:
    """Name a game with its variant."""
    game, _, variant = kind.partition(" ")
    return f"{words(f'{game}.name')}: {lines.variant_name(game, variant, words)}"


def offer_line(offer: Offered | None, words: Catalogue) -> tuple[str, list[PressItem]]:
    """Offer a wish that has waited long, without a word of whose it is."""
    if offer is None:
        return "", []
    drawn = offer.drawn
    points = words("points.rated" if drawn.rated else "points.unrated")
    what = lines.dotted(kind_name(drawn.kind, words), words(f"choice.pace.{drawn.pace}"), points)
    text = Press(NO_MATCH, 0, "take_up", offer.text)
    return words("ready.offer", what=what), [button(words("ready.take_up"), text, GREEN)]
