"""Make the fonts of the pictures: Inter and Noto Sans, cut down to what a board can say.

    python scripts/subset_fonts.py [--inter FOLDER] [--noto FILE] [--scripts FOLDER] [--unihan FILE]

Run it after new words in a catalogue; it needs fontTools (the `dev` extra), the full fonts and
Unihan, which Debian has in the packages fonts-inter, fonts-noto-cjk, fonts-noto-core and
unicode-data. It also writes `metrics.json`, from which the layout of a picture is computed without
opening a font.
"""

import argparse
import bz2
import json
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

ROOT = Path(__file__).parent.parent
FONTS = ROOT / "render" / "fonts"
DEBIAN = Path("/usr/share/fonts/opentype")

LATIN = (range(0x20, 0x7F), range(0xA0, 0x180), range(0x218, 0x21C), range(0x1E80, 0x1E86))
VIETNAMESE = (range(0x1A0, 0x1A2), range(0x1AF, 0x1B1), range(0x1E9E, 0x1F00))
"""The letters of Vietnamese, and the capital sharp s just before them."""
GREEK_AND_CYRILLIC = (range(0x370, 0x400), range(0x400, 0x530))
SIGNS = (
    range(0x2010, 0x2028),
    range(0x2030, 0x203B),
    range(0x2122, 0x2123),
    range(0x2190, 0x2194),
    range(0x2212, 0x2213),
)
EVERYTHING = (*LATIN, *VIETNAMESE, *GREEK_AND_CYRILLIC, *SIGNS)

WEIGHTS = {
    "Medium": EVERYTHING,
    "SemiBold": (*LATIN, *SIGNS),
    "Bold": EVERYTHING,
    "ExtraBold": (*LATIN, *SIGNS),
}
"""Names and sentences are set in Medium and Bold; the other two are for coordinates and numbers."""

BOARD_WORDS = (
    "司令军长师长旅长团长营长连长排长工兵炸弹地雷军旗行营大本营山界兵站铁路公路前线"
    "高卢之墙罗马方石子塔投石车分置牺牲投射重新布置底线突破困毙重复局面"
    "拱桥棋浅色方深棋片沙洲岛孤桥网相连换边弃权余量黑绿红蓝棋子堆高度合并吃移至空格除骰掷"
    "暗棋翻裁判布阵型预设准备就绪攻击同归于尽守留下标记扛着旗者最低级"
    "，。：；！？（）「」“”、…—·《》×→０１２３４５６７８９"
)
"""Chinese on boards that no catalogue needs to hold: names of pieces, and words of the glossary."""
SMALL_SIGNS = range(0x3000, 0x3010)
KANA = range(0x3041, 0x3100)
NAMES = (
    ("gb2312", range(0xB0, 0xF8), range(0xA1, 0xFF)),
    ("big5", range(0xA4, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF))),
)
"""GB 2312 and the first level of Big5, by rows and columns: 6,763 simplified characters and 5,401
traditional. Unihan adds the rest of the 8,105 of China's 通用规范汉字表, which names are
registered with (its property kTGH)."""
HANGUL = ("euc_kr", range(0xB0, 0xC9), range(0xA1, 0xFF))
"""The 2,350 syllables of KS X 1001."""

SCRIPTS = {
    "Arabic": (range(0x600, 0x700), range(0x750, 0x780)),
    "Armenian": (range(0x530, 0x590),),
    "Bengali": (range(0x980, 0xA00),),
    "Devanagari": (range(0x900, 0x980),),
    "Georgian": (range(0x10A0, 0x1100), range(0x1C90, 0x1CC0)),
    "Hebrew": (range(0x591, 0x5F5),),
    "Thai": (range(0xE00, 0xE80),),
}
"""Scripts with a font each, which HarfBuzz puts together (render/painting/shaping.py)."""
JOINERS = (0x200C, 0x200D, 0x25CC)
BY_NUMBER = 0xF0000
"""Pillow draws characters and HarfBuzz counts glyphs: a font's glyphs have characters from here on,
in their order, of a private area."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--inter", type=Path, default=DEBIAN / "inter", help="folder of Inter-*.otf"
    )
    parser.add_argument("--noto", type=Path, default=DEBIAN / "noto" / "NotoSansCJK-Bold.ttc")
    parser.add_argument("--scripts", type=Path, default=Path("/usr/share/fonts/truetype/noto"))
    parser.add_argument(
        "--unihan", type=Path, default=Path("/usr/share/unicode/Unihan_OtherMappings.txt.bz2")
    )
    options = parser.parse_args()
    metrics = {}
    for weight, ranges in WEIGHTS.items():
        font = TTFont(options.inter / f"Inter-{weight}.otf")
        kerning = kerns(font)
        wanted = {code for codes in ranges for code in codes}
        widths = write(font, wanted, FONTS / f"Inter-{weight}.otf")
        metrics[weight] = {"widths": widths, "kerning": kerning}
    widths = write(simplified(options.noto), chinese(options.unihan), FONTS / "NotoSansSC-Bold.otf")
    metrics["Chinese"] = {"widths": widths, "kerning": {}}
    for script, ranges in SCRIPTS.items():
        name = f"NotoSans{script}-Bold.ttf"
        wanted = {code for codes in ranges for code in codes}.union(JOINERS)
        widths = write(TTFont(options.scripts / name), wanted, FONTS / name, shaped=True)
        metrics[script] = {"widths": widths, "kerning": {}}
    lines = ",\n".join(
        f"{json.dumps(face)}: {json.dumps(tables, ensure_ascii=False)}"
        for face, tables in metrics.items()
    )
    (FONTS / "metrics.json").write_text("{\n" + lines + "\n}\n", encoding="utf-8")


def chinese(unihan: Path) -> set[int]:
    """List every character beyond Latin of the catalogues and the boards, and those of names."""
    catalogues = sorted((ROOT / "bot" / "ui" / "locales").glob("*/*.toml"))
    text = BOARD_WORDS + "".join(path.read_text(encoding="utf-8") for path in catalogues)
    text += "".join(
        bytes((row, column)).decode(code, "ignore")
        for code, rows, columns in (*NAMES, HANGUL)
        for row in rows
        for column in columns
    )
    with bz2.open(unihan, "rt", encoding="utf-8") as lines:
        text += "".join(
            chr(int(line[2:].split()[0], 16))
            for line in lines
            if "\tkTGH\t" in line and line.startswith("U+")
        )
    return {ord(sign) for sign in text if ord(sign) > 0x2E7F} | {*SMALL_SIGNS, *KANA}


def simplified(collection: Path) -> TTFont:
    """Find the face of a .ttc that draws Chinese as in mainland China."""
    number = 0
    while True:
        font = TTFont(collection, fontNumber=number)
        if font["name"].getDebugName(1).endswith("CJK SC"):
            return font
        number += 1


def write(
    font: TTFont, wanted: Iterable[int], target: Path, *, shaped: bool = False
) -> dict[str, str]:
    """Write the subset, without hints, and without layout tables where it is not `shaped`; return
    its characters by width in 1000ths."""
    layout = [] if shaped else ["GSUB", "GPOS", "GDEF"]
    cutter = subset.Subsetter(
        subset.Options(
            hinting=False,
            desubroutinize=True,
            layout_features=["*"] if shaped else [],
            drop_tables=[*layout, "BASE", "VORG", "vhea", "vmtx", "DSIG"],
            name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14],
            notdef_outline=True,
        )
    )
    cutter.populate(unicodes=set(wanted))
    cutter.subset(font)
    if shaped:
        number(font)
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    packed = BytesIO()
    font.save(packed)
    target.write_bytes(packed.getvalue())
    advance, units = font["hmtx"], font["head"].unitsPerEm
    widths: dict[int, list[str]] = {}
    for code, glyph in sorted(font.getBestCmap().items()):
        widths.setdefault(round(1000 * advance[glyph][0] / units), []).append(chr(code))
    print(f"{target.name}: {len(font.getBestCmap())} characters, {len(packed.getvalue())} bytes")
    return {str(width): "".join(signs) for width, signs in sorted(widths.items())}


def number(font: TTFont) -> None:
    """Give every glyph but that for none the character of its number, besides its own."""
    named = dict(enumerate(font.getGlyphOrder()[1:], BY_NUMBER + 1))
    table = CmapSubtable.newSubtable(12)
    table.platformID, table.platEncID, table.language = 3, 10, 0
    table.cmap = font.getBestCmap() | named
    font["cmap"].tables = [table]


def kerns(font: TTFont) -> dict[str, dict[str, str]]:
    """List per character the 1000ths that those after it move: {"A": {"-40": "VW"}}; ASCII only."""
    glyphs = {code: name for code, name in font.getBestCmap().items() if 0x20 < code < 0x7F}
    table = font["GPOS"].table
    numbers = {
        number
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "kern"
        for number in record.Feature.LookupListIndex
    }
    lookups = [
        [getattr(part, "ExtSubTable", part) for part in table.LookupList.Lookup[number].SubTable]
        for number in sorted(numbers)
    ]
    kerning: dict[str, dict[str, str]] = {}
    for sign, first in glyphs.items():
        for other, second in glyphs.items():
            shift = sum(pair_shift(parts, first, second) for parts in lookups)
            if shift := round(1000 * shift / font["head"].unitsPerEm):
                after = kerning.setdefault(chr(sign), {})
                after[str(shift)] = after.get(str(shift), "") + chr(other)
    return kerning


def pair_shift(subtables: list[Any], first: str, second: str) -> int:
    """Return what one lookup of pairs adds to the first glyph's advance, in font units."""
    for part in subtables:
        if part.LookupType != 2 or first not in part.Coverage.glyphs:
            continue
        if part.Format == 1:
            records = part.PairSet[part.Coverage.glyphs.index(first)].PairValueRecord
            value = next((r.Value1 for r in records if r.SecondGlyph == second), None)
            if value is None:
                continue
        else:
            row = part.Class1Record[part.ClassDef1.classDefs.get(first, 0)]
            value = row.Class2Record[part.ClassDef2.classDefs.get(second, 0)].Value1
        return getattr(value, "XAdvance", 0) or 0
    return 0


if __name__ == "__main__":
    main()
