"""The text of a turn, read, foreseen and played alike for every game."""

import re
import unicodedata
from collections.abc import Callable
from typing import TypeAlias

from .core import (
    A,
    Act,
    AnyGame,
    Code,
    Entry,
    Game,
    IllegalAction,
    Info,
    NotationError,
    OutOfTurn,
    Over,
    Roll,
    Rules,
    S,
    Seat,
    V,
    View,
)

Dice: TypeAlias = Callable[[tuple[int, ...]], tuple[int, ...]]
"""A source of faces, which shows one from 1 to s for every s of the sides."""

LONGEST_TEXT = 200
SIGNS = str.maketrans({"−": "-", "→": "-", ">": "-", "×": "x", "、": ",", "∗": "*"})


def tidy(text: str) -> str:
    """Trim the text, lower its case, and make full-width forms and look-alike signs plain. Raises
    NotationError when nothing is left, or more than any turn can need."""
    if len(text) > LONGEST_TEXT:
        raise NotationError(Code.TOO_LONG, limit=LONGEST_TEXT)
    folded = "".join(map(_plain, unicodedata.normalize("NFKC", text))).lower().translate(SIGNS)
    if plain := " ".join(folded.split()).strip("`'\"*_~|. "):
        return plain
    raise NotationError(Code.EMPTY)


def _plain(sign: str) -> str:
    """Make any dash a hyphen, write any digit as in English, leave out what is not seen."""
    kind = unicodedata.category(sign)
    if kind == "Nd":
        return str(unicodedata.decimal(sign))
    return {"Pd": "-", "Cf": ""}.get(kind, sign)


def excerpt(text: str) -> str:
    """Return the beginning of a text, short and plain enough to be shown back."""
    plain = "".join(c for c in text if c.isprintable() and c != "`")
    return plain if len(plain) <= 24 else plain[:23] + "…"


def split(game: AnyGame, text: str) -> list[str]:
    """List the single actions of one submission, as written; "a1 - a3, remove c3" is two."""
    tidied = tidy(text)
    if not game.info.joint:
        return [tidied]
    tight = re.sub(r"(?<=\d)(?: - | ?([+x*:]) ?)(?=[a-z]\d)", lambda m: m[1] or "-", tidied)
    tight = re.sub(r"(?<![^ ,;])- (?=[a-z]\d)", "-", tight)
    return [part for part in re.split(r"[,;]\s*|(?<![a-z,;])\s", tight) if part] or [tidied]


def actor(rules: Rules[S, A, V], state: S, seat: Seat) -> V:
    """Return the view of a seat that is to act. Raises OutOfTurn for any other."""
    if isinstance(rules.turn(state), Over):
        raise OutOfTurn(Code.ALREADY_OVER)
    view = rules.view(state, seat)
    if not view.acting:
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    return view


def foresee(game: Game[A, V], view: V, text: str) -> tuple[V, str]:
    """Return the owner's view after the actions of `text` ("" = none), and their canonical text.
    Only the view is asked, so that trying out a turn cannot betray secrets."""
    done: list[str] = []
    for part in split(game, text) if text.strip() else ():
        if done and not unfinished(view):
            raise IllegalAction(Code.TOO_MANY_ACTIONS, action=excerpt(part))
        action = game.parse(view, part)
        game.check(view, action)
        view = game.preview(view, action)
        done.append(game.format(action))
    return view, join_actions(game.info, done)


def join_actions(info: Info, actions: list[str]) -> str:
    """Join the actions of one turn in their canonical order."""
    if info.unordered:
        actions = sorted(actions, key=lambda text: (text[:1], len(text), text))
    return info.joint.join(actions)


def actions(info: Info, text: str) -> list[str]:
    """List the actions of a turn's canonical text."""
    return text.split(info.joint) if info.joint else [text]


def play(rules: Rules[S, A, V], state: S, seat: Seat, text: str) -> tuple[S, Entry]:
    """Play one whole turn, all of it or nothing; the log entry holds its canonical text."""
    game = rules.game
    done: list[str] = []
    view = actor(rules, state, seat)
    for part in split(game, text):
        if done and not unfinished(view):
            raise IllegalAction(Code.TOO_MANY_ACTIONS, action=excerpt(part))
        action = game.parse(view, part)
        state = rules.apply(state, seat, action)
        view = rules.view(state, seat)
        done.append(game.format(action))
    canonical = join_actions(game.info, done)
    if unfinished(view):
        raise IllegalAction(Code.INCOMPLETE, action=canonical)
    return state, Entry("act", seat, canonical)


def unfinished(view: View) -> bool:
    """Tell whether the view's owner is in the middle of a turn."""
    return view.acting and isinstance(view.turn, Act) and view.turn.begun


def roll_on(rules: Rules[S, A, V], state: S, dice: Dice) -> tuple[S, tuple[Entry, ...]]:
    """Let chance act until a seat is to decide or the game is over."""
    entries: list[Entry] = []
    while isinstance(turn := rules.turn(state), Roll):
        faces = dice(turn.sides)
        state = rules.roll(state, faces)
        entries.append(Entry("roll", None, " ".join(map(str, faces))))
    return state, tuple(entries)


def read_faces(text: str) -> tuple[int, ...]:
    """Return the faces of a log line such as "3 1". Raises NotationError."""
    if not re.fullmatch(r"[0-9]{1,3}( [0-9]{1,3})*", text):
        raise NotationError(Code.BAD_FACES, count=len(text.split()))
    return tuple(map(int, text.split()))


def check_faces(sides: tuple[int, ...], faces: tuple[int, ...]) -> None:
    """Raise IllegalAction unless there is one face from 1 to s for every s."""
    if len(faces) != len(sides) or not all(1 <= f <= s for f, s in zip(faces, sides, strict=True)):
        raise IllegalAction(Code.BAD_FACES, count=len(sides))
