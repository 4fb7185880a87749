"""A program from outside that plays: one JSON object a line, one answer a line."""

import json
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from games.core import GameError, Seat
from games.library import GAMES
from games.protocol_json import write_event, write_view
from games.records.record import Person
from games.submission import foresee, unfinished
from players.core import Choice

PATIENCE = 10.0
"""Seconds that an answer may take beyond the time a program was given for it."""


class Forfeited(Exception):
    """There is no answer that could be played; the text says why."""


class Outside:
    """One process, started when the first game begins; it sees what its seat sees and no more."""

    def __init__(self, command: str, seconds: float) -> None:
        self.name = f"exec:{command}"
        self._command, self._seconds = command, seconds
        self._game = self._failure = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self._answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def holder(self, seat: Seat) -> Person:
        """Name the program as a stranger."""
        return Person(f"outside-{seat}", self._command)

    def begin(self, game: str, variant: str, seat: Seat, seed: int) -> None:
        """Start the program unless it runs, and say which seat it has."""
        self._game, self._failure = game, ""
        if self._process is None or self._process.poll() is not None:
            self._start()
        self._tell(op="new", game=game, variant=variant, seat=seat, seed=seed)

    def hear_turn(self, seat: Seat, text: str, before: Any, after: Any) -> None:
        """Write the line `told` for a turn by any seat."""
        self._tell(
            op="told",
            seat=seat,
            text=text,
            before=write_view(GAMES[self._game], before),
            after=write_view(GAMES[self._game], after),
            news=[write_event(event) for event in after.news],
        )

    def choose(self, past: Sequence[Any], seed: int) -> tuple[Choice, float]:
        """Ask it for a whole turn, and go on asking while it has only begun one. Raises Forfeited,
        also for what went wrong before."""
        if self._failure:
            raise Forfeited(self._failure)
        game, now, begun = GAMES[self._game], past[-1], time.monotonic()
        view, done = now, ""
        while True:
            spent = time.monotonic() - begun
            answer = self._ask(
                op="move",
                seat=now.seat,
                view=write_view(game, view),
                after=done,
                legal=sorted(map(game.format, game.legal(view))),
                time=round(max(0.0, self._seconds - spent), 3),
            )
            said = answer.get("move")
            if not isinstance(said, str):
                raise Forfeited(f"no move: {answer}")
            text = game.info.joint.join(filter(None, (done, said)))
            goes_on, further = self._further(now, text)
            if goes_on is None or further == done:
                return Choice(text, 0.5), time.monotonic() - begun
            view, done = goes_on, further

    def _further(self, now: Any, text: str) -> tuple[Any, str]:
        """Return the view in the middle of a turn and what was done, or None: the text is a whole
        turn, or wrong, which the referee says better."""
        game = GAMES[self._game]
        if game.info.joint:
            with suppress(GameError):
                view, done = foresee(game, now, text)
                if unfinished(view):
                    return view, done
        return None, text

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        if self._reader is not None:
            self._reader.join()
        for pipe in filter(None, (process.stdin, process.stdout)):
            with suppress(OSError):
                pipe.close()

    def _start(self) -> None:
        self.close()
        try:
            process = subprocess.Popen(  # noqa: S603 - the user of the gauntlet names the program
                shlex.split(self._command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            self._failure = f"it could not be started: {error.strerror}"
            return
        self._process, self._answers = process, queue.SimpleQueue()
        self._reader = threading.Thread(target=_read, args=(process, self._answers), daemon=True)
        self._reader.start()

    def _tell(self, **request: Any) -> None:
        """Send what calls for no turn; if it fails, the next turn fails with it."""
        try:
            if not self._failure:
                self._ask(**request)
        except Forfeited as error:
            self._failure = str(error)

    def _ask(self, **request: Any) -> dict[str, Any]:
        if self._process is None or self._process.stdin is None:
            raise Forfeited("it does not run")
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            line = self._answers.get(timeout=request.get("time", self._seconds) + PATIENCE)
        except OSError:
            line = b""
        except queue.Empty:
            self.close()
            raise Forfeited("it was silent") from None
        if not line:
            self.close()
            raise Forfeited("it has died")
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise Forfeited(f"no JSON: {line[:60]!r}") from None
        if not isinstance(answer, dict) or not answer.get("ok"):
            raise Forfeited(f"it refused: {line[:100]!r}")
        return answer


def _read(process: subprocess.Popen[bytes], answers: queue.SimpleQueue[bytes]) -> None:
    """Keep what the program says, a line at a time, and at the end an empty one."""
    if process.stdout is not None:
        for line in process.stdout:
            answers.put(line)
    answers.put(b"")
