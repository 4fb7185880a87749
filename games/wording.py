"""What people write instead of the notation: "a1 to a3, please!" means `a1-a3`.

Whatever the game itself can read is taken at its word. Only what it cannot read is looked at here,
and it is a turn only if there is one legal turn that it can mean.
"""

import re
import unicodedata
from itertools import product

from .core import A, Code, Game, GameError, NotationError, V
from .grid import natural
from .submission import LONGEST_TEXT, SIGNS, excerpt, foresee, join_actions, unfinished

MOST_SQUARES = 6
"""The most squares that are tried in different groups; no turn has more."""
_SQUARE = r"[a-z][0-9]{1,2}"
_FLIP = re.compile(rf"(?:turn|turn up|flip|reveal|翻[开開]?|翻棋) ?({_SQUARE})(?: up)?")
_BRIDGE = re.compile(
    rf"(?:a )?(?:bridge|架[桥橋]|拱[桥橋]|[桥橋]) ?(?:from |between |从|從)?({_SQUARE})"
    rf" ?(?:-|,|and|to|到|和)? ?({_SQUARE})"
)
_TO = re.compile(rf"({_SQUARE}) ?(?:to|onto|into|走到|移到|到|至) ?(?={_SQUARE})")
_TAKES = re.compile(rf"({_SQUARE}) ?(?:takes?|captures?|attacks?|吃掉?|攻[击擊]) ?(?={_SQUARE})")
_AND = re.compile(rf" ?,? ?(?:and then|and|then|然[后後]|和|再) ?(?=-?{_SQUARE})")
_IDLE = re.compile(
    r"(?<![a-z])(?:please|pls|plz|thanks|thank you|thx|my|the|from|at|on|move|play|place|put|go"
    r"|tower|catapult|stack|checker|piece|tiles?)(?![a-z0-9])|[请請]|谢谢|謝謝|我|[从從]|把|走|移[动動]|放|下在|下"
)
_LEFT = re.compile(r"[^\W\d_]{2,}")
_KNOWN = frozenset({"pass", "swap", "remove", "rm", "弃权", "棄權", "停一手", "换边", "換邊"})
_INSTEAD = {
    **dict.fromkeys(("resign", "i resign", "give up", "i give up", "surrender"), Code.TO_RESIGN),
    **dict.fromkeys(("认输", "我认输", "認輸", "我認輸", "投降"), Code.TO_RESIGN),
    **dict.fromkeys(("pass", "弃权", "棄權", "停一手"), Code.MUST_MOVE),
    **dict.fromkeys(("draw", "offer draw", "undo", "takeback", "take back"), Code.TO_OFFER),
    **dict.fromkeys(("和棋", "求和", "悔棋", "pause", "暂停", "暫停"), Code.TO_OFFER),
}
"""The words that people write for what is no move; some games have a pass, and read it."""
_PASSES = ("i pass", "skip", "过", "跳过", "過", "跳過")
_GLUE = re.compile(rf"([-x*+:=,; ]*)(?:({_SQUARE})|$)")
_SIGN = re.compile(r"[-x*+:=]")


def plain(text: str) -> str:
    """Return a text without courtesies and exclamation marks, with signs for words such as "to". A
    text with any other word in it is returned as it is."""
    if len(text) > LONGEST_TEXT:
        return text
    said = _fold(text)
    if said in _PASSES:
        return "pass"
    said = " ".join(_IDLE.sub(" ", said).split())
    if match := _FLIP.fullmatch(said):
        return match[1]
    said = _BRIDGE.sub(r"\1-\2", said)
    for wording, sign in ((_TO, r"\1-"), (_TAKES, r"\1x"), (_AND, ", ")):
        said = wording.sub(sign, " ".join(said.split()))
    said = said.strip(" ,;")
    if not said or any(word not in _KNOWN for word in _LEFT.findall(re.sub(_SQUARE, "0", said))):
        return text
    return said


def find_meaning(game: Game[A, V], view: V, text: str, refused: GameError) -> str:
    """Return the turn that a text means which was `refused` as it stands.

    Only the view is asked, as in `foresee`. Raises GameError with the reason, which for a text
    that cannot be read names a turn of this very position.
    """
    said = plain(text)
    if said != text:
        try:
            foresee(game, view, said)
            return said
        except GameError as again:
            refused = again
    if refused.event.code != Code.UNREADABLE or view.free:
        raise refused
    if instead := _INSTEAD.get(_fold(said)):
        raise NotationError(instead)
    turns: set[str] = set()
    reasons: dict[str, GameError] = {}
    for reading in _readings(said):
        try:
            turns.add(foresee(game, view, reading)[1])
        except GameError as reason:
            if reason.event.code != Code.UNREADABLE:
                reasons[f"{reason.event.code} {reason.event.args}"] = reason
    if len(turns) == 1:
        return turns.pop()
    if turns:
        first, second, *_ = sorted(turns)
        raise NotationError(Code.AMBIGUOUS, first=first, second=second)
    if len(reasons) == 1:
        raise reasons.popitem()[1]
    example = likely(game, view, text)
    raise NotationError(Code.UNREADABLE, text=excerpt(text), example=example) from refused


def likely(game: Game[A, V], view: V, text: str = "") -> str:
    """Return a whole legal turn, if possible one that has the squares of a text in it."""
    named = set(re.findall(_SQUARE, _fold(text)))
    done: list[str] = []

    def order(action: A) -> tuple[int, tuple[tuple[str, int], ...]]:
        strange = len(set(re.findall(_SQUARE, game.format(action))) ^ named) if named else 0
        return strange, natural(game.format(action))

    while view.acting and (not done or unfinished(view)):
        action = min(game.legal(view), key=order)
        done.append(game.format(action))
        view = game.preview(view, action)
    return join_actions(game.info, done)


def _fold(text: str) -> str:
    """Return a text in lower case, full-width forms and signs plain, without exclamation marks."""
    folded = re.sub("[-=]>", "-", unicodedata.normalize("NFKC", text).lower()).translate(SIGNS)
    return " ".join(re.sub("[!。~]", " ", folded).split()).strip("`'\". ,;")


def _readings(said: str) -> list[str]:
    """List the ways to group squares: neighbours without a sign are one action, or two."""
    found = list(_GLUE.finditer(said))
    squares = [match[2] for match in found if match[2]]
    if "".join(match[0] for match in found) != said or not 2 <= len(squares) <= MOST_SQUARES:
        return []
    glues = [_glues(match[1]) for match in found[1 : len(squares)]]
    return [
        found[0][0] + "".join(glue + square for glue, square in zip(each, squares[1:], strict=True))
        for each in product(*glues)
    ]


def _glues(between: str) -> tuple[str, ...]:
    """List what may be meant by the signs and blanks between two squares."""
    sign = "".join(_SIGN.findall(between))
    if not sign:
        return "-", ","
    return (sign, f",{sign}") if sign != between else (sign,)
