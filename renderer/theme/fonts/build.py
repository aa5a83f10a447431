"""Makes the woff2 files, metrics.json and the outlines of this folder from the @fontsource-variable packages.

Run: pip install fonttools brotli
     npm install --prefix /tmp/android-fonts @fontsource/roboto @fontsource/noto-serif
     python3 renderer/theme/fonts/build.py
`build.py outlines` and `build.py metrics` make only these, from the woff2 files that are here.
Liberation Sans and Serif must be installed: they have the metrics of Arial and Times New Roman.

Each file keeps the letters of Western European languages, the weights the type scale uses, and one optical
size for the serifs. The licences of the three families (SIL OFL 1.1) allow this; they stand in LICENSE.txt.
"""

import io
import json
import pathlib
import sys

from fontTools import subset
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = pathlib.Path(__file__).parent
SOURCE = HERE.parents[2] / "node_modules" / "@fontsource-variable"
LIBERATION = pathlib.Path("/usr/share/fonts/truetype/liberation")
FAMILIES = {
    "newsreader": ("newsreader/files/newsreader-latin-opsz-normal.woff2", {"opsz": 40, "wght": (400, 600)}),
    "fraunces": ("fraunces/files/fraunces-latin-opsz-normal.woff2", {"opsz": 72, "wght": (400, 600)}),
    "inter": ("inter/files/inter-latin-wght-normal.woff2", {"wght": (400, 700)}),
}
ANDROID = pathlib.Path("/tmp/android-fonts/node_modules/@fontsource")
# What stands in while a family is on its way, by weight.
SYSTEM = {
    "arial": {400: LIBERATION / "LiberationSans-Regular.ttf", 700: LIBERATION / "LiberationSans-Bold.ttf"},
    "times": {400: LIBERATION / "LiberationSerif-Regular.ttf"},
    "roboto": {400: ANDROID / "roboto/files/roboto-latin-400-normal.woff2",
               700: ANDROID / "roboto/files/roboto-latin-700-normal.woff2"},
    "notoSerif": {400: ANDROID / "noto-serif/files/noto-serif-latin-400-normal.woff2"},
}
# The weights that recipes use.
WEIGHTS = (400, 500, 600)
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100)]
LETTERS += [0x131, 0x152, 0x153, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026]
LETTERS += [0x2039, 0x203A, 0x20AC, 0x2122, 0x2190, 0x2192, 0x2212]
FEATURES = ["kern", "liga", "calt", "ccmp", "locl", "mark", "mkmk", "lnum", "tnum", "case"]
# Shows how much kerning takes from a text; a page without words of its own is measured by it.
SAMPLE = (
    "O diagnóstico mostra como um advogado é visto por quem procura orientação. Em quatro minutos você sabe o que "
    "o seu perfil diz da sua experiência, quais temas atraem clientes e que passo dar primeiro, sem expor ninguém."
)


def save(name, path, axes):
    font = instancer.instantiateVariableFont(TTFont(SOURCE / path), axes)
    font.flavor = None
    plain = io.BytesIO()  # the subsetter needs the instance read anew
    font.save(plain)
    plain.seek(0)
    font = TTFont(plain)
    options = subset.Options()
    options.layout_features = FEATURES
    options.flavor = "woff2"
    options.hinting = False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    target = HERE / f"{name}.woff2"
    subset.save_font(font, str(target), options)
    return target


def at_weight(path, weight):
    return instancer.instantiateVariableFont(TTFont(path), {"wght": weight})


# Pictures made on the server have no fonts: their words are drawn as paths. Headings are set in this weight.
OUTLINE_WEIGHT = 500
# In thousandths of an em; less is not seen.
KERN_AT_LEAST = 4


def kern_subtables(font):
    table = font["GPOS"].table
    wanted = {i for record in table.FeatureList.FeatureRecord if record.FeatureTag == "kern"
              for i in record.Feature.LookupListIndex}
    for index in sorted(wanted):
        for subtable in table.LookupList.Lookup[index].SubTable:
            inner = getattr(subtable, "ExtSubTable", subtable)
            if inner.LookupType == 2:
                yield index, inner


def pair_value(subtable, left, right):
    """The advance that a subtable adds between two glyphs; None when it does not cover them."""
    if left not in subtable.Coverage.glyphs:
        return None
    if subtable.Format == 1:
        for record in subtable.PairSet[subtable.Coverage.glyphs.index(left)].PairValueRecord:
            if record.SecondGlyph == right:
                return getattr(record.Value1, "XAdvance", 0) or 0
        return None
    first = subtable.ClassDef1.classDefs.get(left, 0)
    second = subtable.ClassDef2.classDefs.get(right, 0)
    value = subtable.Class1Record[first].Class2Record[second].Value1
    return getattr(value, "XAdvance", 0) or 0


def pair_kerning(subtables, left, right):
    """What kerning adds between two glyphs; within a lookup the first subtable that covers them counts."""
    total, done = 0, set()
    for lookup, subtable in subtables:
        value = None if lookup in done else pair_value(subtable, left, right)
        if value is not None:
            total += value
            done.add(lookup)
    return total


def kerning(font, letters):
    """{letters on the left: {thousandths of an em: letters on the right}}; equal rows are one."""
    em, subtables = font["head"].unitsPerEm, list(kern_subtables(font))
    rows = {}
    for left, left_glyph in letters.items():
        row = {}
        for right, right_glyph in letters.items():
            units = round(pair_kerning(subtables, left_glyph, right_glyph) * 1000 / em)
            if abs(units) >= KERN_AT_LEAST:
                row[units] = row.get(units, "") + chr(right)
        if row:
            key = json.dumps(row, sort_keys=True)
            rows.setdefault(key, ["", row])[0] += chr(left)
    return {lefts: {str(units): rights for units, rights in sorted(row.items())} for lefts, row in rows.values()}


def outlines(path):
    """The glyphs of a family as SVG paths, y down, in thousandths of an em."""
    font = TTFont(path)
    font = instancer.instantiateVariableFont(font, {"wght": OUTLINE_WEIGHT})
    em, glyphs, names = font["head"].unitsPerEm, font.getGlyphSet(), font.getBestCmap()
    scale = 1000 / em
    letters = {c: names[c] for c in LETTERS if c in names}
    drawn = {}
    for code, name in letters.items():
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        drawn[chr(code)] = f"{round(glyphs[name].width * scale)} {pen.getCommands()}".strip()
    return {"kern": kerning(font, letters), "glyphs": drawn}


def measure_weight(font):
    """Advances in thousandths of an em with the letters that have them, and what kerning leaves of a text."""
    widths, names, em = font["hmtx"], font.getBestCmap(), font["head"].unitsPerEm
    advances = {}
    for code in LETTERS:
        if code in names:
            units = round(widths[names[code]][0] * 1000 / em)
            advances[units] = advances.get(units, "") + chr(code)
    glyphs, subtables = [names[ord(c)] for c in SAMPLE], list(kern_subtables(font))
    plain = sum(widths[glyph][0] for glyph in glyphs)
    kerned = sum(pair_kerning(subtables, left, right) for left, right in zip(glyphs, glyphs[1:]))
    return {
        "kerning": round(1 + kerned / plain, 4),
        "advances": {str(units): advances[units] for units in sorted(advances)},
    }


def measure(fonts):
    """The metrics of a face. fonts: by weight."""
    first = next(iter(fonts.values()))
    em, box = first["head"].unitsPerEm, first["hhea"]
    return {
        "ascent": round(box.ascent / em, 4),
        "descent": round(-box.descent / em, 4),
        "lineGap": round(box.lineGap / em, 4),
        "weights": {str(weight): measure_weight(font) for weight, font in fonts.items()},
    }


def save_metrics():
    metrics = {name: measure({w: at_weight(HERE / f"{name}.woff2", w) for w in WEIGHTS}) for name in FAMILIES}
    for name, files in SYSTEM.items():
        metrics[name] = measure({weight: TTFont(path) for weight, path in files.items()})
    (HERE / "metrics.json").write_text(json.dumps({"sample": SAMPLE, **metrics}, indent=1, ensure_ascii=False) + "\n")


def save_outlines():
    for family in FAMILIES:
        text = json.dumps(outlines(HERE / f"{family}.woff2"), indent=2, ensure_ascii=False)
        (HERE / f"{family}.outlines.json").write_text(text + "\n")


only = sys.argv[1:]
if not only:
    for name, source in FAMILIES.items():
        save(name, *source)
if only in ([], ["metrics"]):
    save_metrics()
if only in ([], ["outlines"]):
    save_outlines()
