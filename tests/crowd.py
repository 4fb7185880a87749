"""A club of very many matches, written past the service into tables that the migrations made.

Of every 200 matches 0 to 189 are over, half of them against computers; 190 and 191 are cards; the
others run, 192 always in one channel. The SQL is that of both databases.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text

from tests.databases import connected

OVER, OPEN, RUNS, BUSY = "n % 200 < 190", "n % 200 IN (190, 191)", "n % 200 > 191", "n % 200 = 192"
FIFTH, BEGUN = "n % 5 = 0", "n % 200 NOT IN (190, 191)"
COMPUTER, ACTS = "n % 2 = 1 AND k = 1", "n % 200 > 191 AND k = n / 4 % 2"
OFFERS, DOWN = f"{ACTS} AND n % 200 = 198", "n % 20 = 0 AND n % 200 < 190 AND k = 0"
HOST, GUEST = "10000 + n % {people}", "10000 + (n + 1) % {people}"
PERSON, HOUR = "10000 + (n + k) % {people}", 3_600_000
AT, LATER = "1000000 + n", f"1000000 + n + {30 * 24 * HOUR}"


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table: for every n, and every k below `each`, where a condition holds.

    With `people` n counts them, and not the matches.
    """

    columns: Mapping[str, str]
    where: str = "1 = 1"
    each: int = 1
    people: bool = False


def _if(condition: str, then: str, otherwise: str = "NULL") -> str:
    return f"CASE WHEN {condition} THEN {then} ELSE {otherwise} END"


MATCH = {"match": "CAST(1000000 + n AS VARCHAR(8))"}
OWNER, HOLDER = MATCH | {'"user"': HOST}, MATCH | {"person": HOST}
SOMEBODY = {
    "person": _if(COMPUTER, "NULL", PERSON),
    "name": _if(COMPUTER, "NULL", "'Somebody'"),
    "computer": _if(COMPUTER, "3"),
    "version": _if(COMPUTER, "1"),
}
WISH = {
    "guild": "5000000 + n",
    "kinds": "'murus basic'",
    "paces": "'normal'",
    "points": "'either'",
    "most": "2",
    "since_ms": "1000000 + n",
    "pressed_ms": "4000000000000 + n",
}
MATCHES = {
    "id": MATCH["match"],
    "game": "'murus'",
    "version": "1",
    "variant": "''",
    "host": HOST,
    "host_name": "'Somebody'",
    "proposal": "CAST(n AS VARCHAR(8))",
    "guild": _if(BUSY, "7", "5000000 + n % 500"),
    "channel": _if(BUSY, "1000", "6000000 + n % 5000"),
    "place": "'thread'",
    "rematch_of": _if(f"{OVER} AND n % 10 = 3", "CAST(999999 + n AS VARCHAR(8))"),
    "commitment": "''",
    "salt": _if(BEGUN, "'salt'"),
    "created_ms": AT,
    "phase": _if(OVER, "'over'", _if(OPEN, "'open'", "'playing'")),
    "revision": _if(BEGUN, "4", "0"),
    "turns": _if(BEGUN, "4", "0"),
    "taken_back": "FALSE",
    "reason": _if(OVER, "'resigned'"),
    "home": _if(BEGUN, "7000000 + n"),
    "serial": "5",
    "updated_ms": AT,
    "rolls": "0",
    "position": _if(BEGUN, f"'{'position' * 20}'"),
    "seed": "'seed'",
    "pace": "'normal'",
    "clock_ms": AT,
    "due_ms": _if(OVER, "NULL", LATER),
    "begun_ms": _if(BEGUN, AT),
    "unrated": "NULL",
    "tour": _if(f"{FIFTH} AND n / 5 % 4 = 0", "1400 + n / 20 % 48"),
}
SEAT = SOMEBODY | {
    "acting": ACTS,
    "out": "FALSE",
    "result": _if(OVER, _if("k = 0", "'lost'", "'won'")),
    "deadline_ms": _if(f"{ACTS} AND NOT ({COMPUTER})", LATER),
    "consent": _if(OFFERS, "'draw'"),
    "consent_to": _if(OFFERS, "0"),
    "consent_revision": _if(OFFERS, "4"),
    "flag_ms": _if(DOWN, AT),
    "acted_ms": AT,
    "seen_ms": AT,
}
FREE = f"{OPEN} AND k = 1 AND n / 200 % 2 = 0"
PLACE = {name: _if(FREE, "NULL", there) for name, there in SOMEBODY.items()}
PLACE |= {"place": "k", "joined": _if(f"{BEGUN} OR k = 0", "k")}
POSTED = {
    "owner_kind": "'match'",
    "owner": MATCH["match"],
    "audience": _if("k = 0", "'card'", "'channel'"),
    "channel": "1000",
    "message": "8000000000 + 6 * n + k",
    "revision": "k",
    "digest": "''",
    "state": _if("k = 0 OR k = 5", "'open'", "'closed'"),
}
LINE = {"revision": "k + 1", "kind": "'act'", "seat": "k % 2", "text": "'a1-a3'", "at_ms": AT}
LINE |= {"key": _if("k = 0", "4000000000000000000 + n")}
START = {"serial": "1", "place": "0", "revision": "0", "at_ms": AT, "kind": "'start'", "ms": "0"}
NIGHTS = {
    '"user"': "10000 + n",
    "from_ms": "90000000000 * (k + 1)",
    "until_ms": "90000000000 * (k + 2)",
}
JUDGED = {"turn": "k + 1", "version": "1", "value": "0.5", "lost": "0", "best": "'a1-a3'"}
STANDING = {
    "person": "10000 + n",
    "game": "'game' || CAST(n % 6 AS VARCHAR(1))",
    "guild": "CASE WHEN n % 10 = 0 THEN 7 ELSE 5000000 + n % 500 END",
    "rating": "1000 + n % 1000",
    "deviation": "100",
    "volatility": "0.06",
    "games": "2",
    "wins": "1",
    "draws": "0",
    "losses": "1",
    "updated_ms": AT,
    "listed": "800 + n % 1000",
    "day": "30000 + n % 3",
}
RESULT = {
    "seat": "k",
    "person": "10000 + (n + k) % {people}",
    "game": "'game' || CAST(n % 6 AS VARCHAR(1))",
    "guild": _if(BUSY, "7", "5000000 + n % 500"),
    "at_ms": AT,
    "result": _if("k = 0", "'lost'", "'won'"),
    "reason": "'ended'",
    "before": "1500",
    "after": "1510",
    "deviation_before": "110",
    "deviation_after": "105",
    "games": "2",
}
USER = {'"user"': "10000 + n"}

ROWS: dict[str, Rows] = {
    "matches": Rows(MATCHES),
    "players": Rows(MATCH | {"seat": "k"} | SEAT, BEGUN, each=2),
    "invitations": Rows(MATCH | PLACE, each=2),
    "log": Rows(MATCH | LINE, BEGUN, each=4),
    "ratings": Rows(STANDING, people=True),
    "rated": Rows(MATCH | RESULT, OVER, each=2),
    "posted": Rows(POSTED, each=6),
    "requests": Rows(MATCH | {'"key"': "4500000000000000000 + n"}),
    "challenges": Rows(HOLDER | {"host": GUEST, "at_ms": AT}),
    "clock_events": Rows(MATCH | START, BEGUN),
    "attention": Rows(HOLDER | {"revision": "1", "messages": "1", "mentions": "0"}, FIFTH),
    "hints": Rows(MATCH | {"seat": "0", "revision": "1"}, FIFTH),
    "judgements": Rows(MATCH | JUDGED, FIFTH, each=4),
    "holders": Rows(HOLDER | {"seat": "0", "since": "0", "name": "'Somebody'"}, FIFTH),
    "seals": Rows(MATCH | {"seat": "0", "seal": "''", "nonce": "''"}, FIFTH),
    "drafts": Rows(OWNER | {"codes": "''", "title": "''", "own": "FALSE"}, FIFTH),
    "marks": Rows(OWNER | {"piece": "k", "guess": "'1'"}, FIFTH, each=4),
    "follows": Rows(OWNER, "n % 200 > 191"),
    "notes": Rows(OWNER | {"turn": "k", "text": "'?'", "name": "NULL"}, FIFTH, each=4),
    "dm_refusals": Rows(OWNER | {"told": "n % 1000 <> 999"}, "n % 2 = 1"),
    "pings": Rows(OWNER | {"kind": "'turn'", "revision": "4", "at_ms": LATER}, RUNS),
    "unfollowed": Rows(MATCH | {"serial": "5", "open": "FALSE", "at_ms": AT}, "n % 2000 = 192"),
    "people": Rows(USER | {"client": "'en-GB'"}, people=True),
    "preferences": Rows(USER | {"confirm": "FALSE"}, people=True),
    "shares": Rows({"person": "10000 + n", "day": "1", "messages": "1"}, people=True),
    "layouts": Rows(
        USER | {"name": _if("k = 0", "'a'", "'b'"), "codes": "''"}, each=2, people=True
    ),
    "vacations": Rows(NIGHTS | {"begin_ms": _if("n % 100 = 0", AT)}, FIFTH, each=2, people=True),
    "blocks": Rows(USER | {"blocked": "10001 + n"}, FIFTH, people=True),
    "wishes": Rows({"person": "10000 + n"} | WISH, people=True),
    "pairings": Rows(MATCH | {"person": HOST, "hour": "2000000 + n", "since_ms": AT}, FIFTH),
    "servers": Rows({"guild": "n", "locale": "'en'"}, people=True),
}
"""What the tables that grow are filled with."""
PUT = """
    INSERT INTO {table} ({names})
    WITH RECURSIVE many(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM many WHERE n + 1 < {many}),
    few(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM few WHERE k + 1 < {each})
    SELECT {values} FROM many CROSS JOIN few WHERE {where}
"""


def statements(many: int) -> Iterator[str]:
    """Return the statements that add a crowd with this many matches, and a tenth as many people."""
    people = max(10, many // 10)
    for table, rows in ROWS.items():
        values = ", ".join(rows.columns.values()).format(people=people)
        yield PUT.format(
            table=table,
            names=", ".join(rows.columns),
            values=values,
            where=rows.where,
            many=people if rows.people else many,
            each=rows.each,
        )


def fill_file(file: Path, many: int) -> None:
    """Add a crowd to an up-to-date database of SQLite."""
    with closing(sqlite3.connect(file)) as there, there:
        for statement in statements(many):
            there.execute(statement)


async def fill_server(url: str, many: int) -> None:
    """Add a crowd to an up-to-date database of a server."""
    async with connected(url) as connection:
        await connection.execute(text("SET session_replication_role = replica"))  # no foreign keys
        for statement in statements(many):
            await connection.exec_driver_sql(statement)
        await connection.commit()
