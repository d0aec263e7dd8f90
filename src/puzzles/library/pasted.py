"""What people paste: the board in a text, without what stands around it, as rows that are read.

Quotes (`> `), titles and comments, a size, the name of an array and the words of a program are put
out, and emoji squares and the brackets of other languages become letters and `[`, so that lines and
columns stay what they are. Nothing that might be a row is put out: then there is no board.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain, groupby

from puzzles.grids.rows import CODE, expanded, listed, marks_of

_QUOTE = re.compile(r"^[ \t]*>[ \t]?", re.MULTILINE)
_SQUARES = dict(zip("🟥🟧🟨🟩🟦🟪🟫⬛⬜", "ROYGBPNKW", strict=True))
_ROUND = dict(zip("🔴🟠🟡🟢🔵🟣🟤⚫⚪", "ROYGBPNKW", strict=True))
_SCALAR = r"""(?<!\w)["']?\w++["']?\s*+:\s*+(?:"[^"\n]*"|-?\d+)"""
_AROUND = re.compile(  # comments, names and their types, calls, what JSON says beside rows
    r"//[^\n]*|/\*.*?\*/|^[\w \t:*&<>.\[\]]*+=(?:\s*+new\b[\w \[\],]*+)?|dtype\s*=[\w.'\"<|]+"
    r"|(?<![\w.:!])[A-Za-z][\w.:!]*+(?:\[\w*\])*+(?=[(\[{])|(?<!\])(?:\[\])++\w++(?={)"
    rf"|{_SCALAR}\s*,|,\s*{_SCALAR}",
    re.DOTALL | re.MULTILINE,
)
_ROWS_KEY = re.compile(r"""(?<!\w)["']?\w++["']?\s*+:(?=\s*[\[{])""")
_NUMBER = re.compile(r"\b(?:size|width|height|columns|cols|rows|w|h)\b[\s:=\"']*+(\d+)", re.I)
_OPEN = "[{(\"'"
_BRACKETS = str.maketrans("{}()", "[][]")
_LINK = re.compile(r"https?://[^\s<>()\[\]\"']++")
_SIZE = re.compile(r"(?=.*\d)[\s\d,x×]+", re.ASCII)
_SIDES = re.compile(r"(?<!\d)\d++\s*[xX×]\s*\d+", re.ASCII)
_COMMENT = re.compile(r"\s*(?:#|//|%|;|--|/\*|!)[^\w\n]*+[^\W\d_]{2}")
_WORDS = re.compile(
    r"(?=.*[^\W\d_]{3})(?!.*(?:[{}|=]|\[\[))\s*+"
    r"(?:.*[\w:,)][ \t]+[\w(].*|[A-Z][a-z]{2,}\W*|.*[:.!?])\s*"
)


def board_in(text: str) -> tuple[str, list[int]]:
    """The text with nothing but its board, and the numbers of the lines that are put out; the text
    as it is where that cannot be told."""
    text = _letters(CODE.sub(_listed, _QUOTE.sub(_blanked, text)))
    return _links(text) or _array(*wordless(text)) or _block(text) or (text, [])


def _listed(code: re.Match[str]) -> str:
    """The rows of a code, in one line."""
    rows = expanded(code)
    return f"[{'; '.join(map(' '.join, rows))}]" if rows else code[0]


def wordless(text: str) -> tuple[str, list[int]]:
    """The text with blanks for its lines of words, and the numbers of these."""
    lines = text.split("\n")
    words = [y for y, line in enumerate(lines) if _is_words(line) and line.lstrip()[0] not in _OPEN]
    for y in words:
        lines[y] = " " * len(lines[y])
    return "\n".join(lines), [y + 1 for y in words]


def _blanked(match: re.Match[str]) -> str:
    """As many blanks, on as many lines."""
    return re.sub(r"[^\n]", " ", match[0])


def _links(text: str) -> tuple[str, list[int]] | None:
    """Links alone, of lines that have one each, or words; None if there is none."""
    lines = text.split("\n")
    found = [_LINK.findall(line) for line in lines]
    rest = [y for y, line in enumerate(lines) if line.strip() and not found[y]]
    if max(map(len, found)) != 1 or not all(_is_words(lines[y]) for y in rest):
        return None
    return "\n".join("".join(links) for links in found), [y + 1 for y in rest]


def _is_words(line: str) -> bool:
    return bool(_COMMENT.match(line) or _WORDS.fullmatch(line))


def _letters(text: str) -> str:
    """Emoji as letters: squares are cells, and where circles or pairs are dots, empty."""
    text = text.replace("\ufe0f", "")
    counts = Counter(re.findall(f"[{''.join(_SQUARES | _ROUND)}]", text)).most_common()
    given = _SQUARES | _ROUND | dict.fromkeys("·•∙", ".")
    if _ROUND.keys() & dict(counts):
        given |= dict.fromkeys("⬛⬜", ".")
    elif counts and counts[0][0] in "⬛⬜" and {count for _, count in counts[1:]} == {2}:
        given |= {counts[0][0]: "x"}  # either puzzle's
    return text.translate({ord(sign): letter for sign, letter in given.items()})


def _array(text: str, words: list[int]) -> tuple[str, list[int]] | None:
    """The nested lists of a program or of JSON, in square brackets; None if there is none."""
    bare = _ROWS_KEY.sub(_blanked, _AROUND.sub(_blanked, text), count=1)
    told = {int(side) for side in _NUMBER.findall(text)}
    fewest = 3 if "(" in bare else 1  # columns: two would be a cell
    bare = bare.translate(_BRACKETS)
    sizes = [(len(board), len(board[0].cells)) for board in listed(bare, 0, len(bare))]
    fits = told <= {*chain(*sizes)} and all(columns >= fewest for _, columns in sizes)
    return (bare, words) if sizes and fits else None


def _key(line: str) -> tuple[str, int]:
    """How a line is parted into cells, and in how many."""
    if marks := marks_of(line):
        return marks, line.count(marks[0])
    words = line.split()
    return ("words", len(words)) if len(words) > 1 else ("characters", len(line.strip()))


def _block(text: str) -> tuple[str, list[int]] | None:
    """Put out all lines around the one block of rows of a length; None if one of them is none of
    the lines that people write there."""
    if text.lstrip()[:1] in ("[", "{", "(", "<"):
        return text, []
    lines = text.split("\n")
    words = {y for y, line in enumerate(lines) if _is_words(line)}
    runs = [list(run) for _, run in groupby(range(len(lines)), lambda y: _key(lines[y]))]
    runs = [run for run in runs if len(run) > 1 and not words.issuperset(run)]
    runs = [run for run in runs if len(lines[run[0]].strip()) > 1]
    if not runs:
        return None
    longest = max(runs, key=lambda run: len(run) * _key(lines[run[0]])[1])
    rows = range(longest[0], longest[-1] + 1)
    rest = [y for y, line in enumerate(lines) if line.strip() and y not in rows]
    wide = len(lines[longest[0]])  # what is blank may be a row of nothing
    if any(not line.strip() and ("\t" in line or len(line) >= wide) for line in lines):
        return None
    sizes = [y for y in rest if y < rows[0] and _SIZE.fullmatch(lines[y])]
    titled = ([size[0]] for y in rest for size in _SIDES.finditer(lines[y]))
    board = [lines[y] for y in rows]
    if not all(_fits(told, board) for told in ([lines[y] for y in sizes], *titled)):
        return None
    cells = set("".join(board))
    if any(y not in sizes and not (y in words and set(lines[y]) - cells) for y in rest):
        return None
    kept = "\n".join(line if y in rows else "" for y, line in enumerate(lines))
    return kept, [y + 1 for y in rest]


def _fits(sizes: Sequence[str], rows: Sequence[str]) -> bool:
    """Return whether numbers beside a board are its rows and columns, or one for both, and perhaps
    its colours; none are right."""
    kind, count = _key(rows[0])
    cells = list("".join(rows)) if kind == "characters" else re.split(r"[\s,;]+", " ".join(rows))
    colours = len({cell for cell in cells if cell.strip()} - {".", "0", "-", "_", "*", "x"})
    wide, high = count + (kind in "\t,;"), len(rows)
    told = sorted(int(number[:9]) for number in re.findall(r"\d+", " ".join(sizes)))
    fitting = [[], [wide, high], [wide, high, colours]]
    if wide == high:
        fitting += [[wide], [wide, colours]]
    return told in map(sorted, fitting)
