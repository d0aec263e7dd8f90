"""Pictures that come in: boards rendered as a phone would take them, real ones, and bad files."""

from __future__ import annotations

import io
import json
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageOps

from puzzles.cli import main
from puzzles.core.errors import LevelError, Place
from puzzles.core.reading import Reading
from puzzles.core.solving import Limits, answer
from puzzles.flow.reader.reader import tried as flow_tried
from puzzles.flow.rules.model import Board, FlowLevel
from puzzles.flow.solver.settle import Query, settle
from puzzles.grids.square import SquareGrid
from puzzles.kami.reader.reader import tried as kami_tried
from puzzles.kami.reader.reader import without_bars
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack
from puzzles.pictures.bar import find_bar
from puzzles.pictures.clusters import clusters
from puzzles.pictures.digits import number
from puzzles.pictures.oklab import oklab
from puzzles.pictures.photo import read_picture
from read_pictures import SHOTS as REAL_SHOTS
from read_pictures import right, score, shots
from sampling import sampled, slow
from shots import colour_bar, colours, flow_shot, kami_1_shot, kami_2_shot

pytestmark = pytest.mark.filterwarnings("error")  # nothing but the reading is said

SHOTS = Path(__file__).parents[3] / "shared" / "data" / "screenshots"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "least"),
    [("triangles", 0.995), ("squares", 0.99), ("flow+", 0.98)],
)
def test_photographs(kind, least):
    """One of some kinds; `make figures` reads all. One that is said to be sure has no fault."""
    read = score(kind, 0)
    assert read.found
    assert read.sized
    assert read.right >= least
    assert read.right == 1 or read.confidence < 0.95


@pytest.mark.parametrize(
    "name",
    [
        "flow/first-pipes/3",
        *slow("kami/paper-garden/5"),
    ],
)
def test_what_is_exported_can_be_imported(name, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("puzzles.flow.reader.reader.SECONDS", 60)  # enough on a busy machine
    shot, out = tmp_path / "shot.png", tmp_path / "level.toml"
    assert main(["export", name, str(shot)]) == 0
    assert main(["import", str(shot), "-o", str(out), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["facts"]["confidence"] > 0.9
    (level,) = read_pack(str(out)).levels
    assert level.title == "shot"
    assert right(find(name).level, level) == 1
    for part in ("walls", "bridges", "wrap"):
        assert getattr(level.board, part, None) == getattr(find(name).level.board, part, None)


# The moves that the game says, of pictures with nothing written on the board.
MOVES = {
    "kami2/set-04-puzzle-1-moves-2.jpg": 2,
    "kami2/set-06-puzzle-6-moves-5.jpg": 5,
    "kami2/set-15-puzzle-6-moves-5.jpg": 5,
    "kami2/set-09-puzzle-2-moves-3.jpg": 3,
    "kami2/set-11-puzzle-2-moves-6.jpg": 6,
    "kami2/set-19-puzzle-1-moves-14.jpg": 14,
    "kami2/user-generated-02-moves-4.jpg": 4,
    "kami1/kami1.jpg": 2,
    "kami1/kami3.jpg": 5,
    "kami1/kami5.jpg": 7,
    "kami2/DVrgMXaNMD.png": 6,
    "kami2/gVvmdc5MMD.png": 7,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MOVES)
def test_real_screenshots(name):
    """The board must take as many moves as the game says."""
    shot = SHOTS / name
    if not shot.exists():
        pytest.skip("the screenshots are not here")
    puzzle, reading = read_picture(str(shot))
    assert reading.confidence > 0.6
    found = answer(puzzle.solver.solve(puzzle.start(reading.level), Limits()))
    assert found.moves is not None
    assert found.proved
    assert len(found.moves) == MOVES[name]


FLOW = ["flow/first-pipes/3", "flow/seven-and-eight/26", "flow/nine-and-ten/11"]


def read(picture: Image.Image, folder: Path):
    """What a picture is read as, from a file."""
    shot = folder / "shot.png"
    picture.save(shot)
    return read_picture(str(shot))


def compressed(picture: Image.Image) -> Image.Image:
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=30)
    return Image.open(file)


CHANGES = {
    "as it is": lambda shot: shot,
    "small": lambda shot: shot.resize((240, 520)),
    "stretched": lambda shot: shot.resize((540, 1130)),
    "letterboxed": lambda shot: ImageOps.expand(shot, (500, 0, 700, 0), "#203040"),
    "cut to the board": lambda shot: shot.crop((1, 299, 540, 840)),
    "compressed": compressed,
    "dark": lambda shot: shot.point(lambda value: value * 0.6),
}


@pytest.mark.parametrize(
    ("change", "seed"),
    [
        ("small", 0),
        *(
            pytest.param(change, (i + 1) % 3, marks=pytest.mark.slow)
            for i, change in enumerate(CHANGES)
        ),
    ],
)
def test_flow_as_the_game_shows_it(change, seed, tmp_path):
    level = find(FLOW[seed]).level
    puzzle, reading = read(CHANGES[change](flow_shot(level, seed)), tmp_path)
    assert puzzle.id == "flow"
    assert right(level, reading.level) == 1
    shown = reading.level.board.painted
    if change != "dark":  # where darker inks are more like what is seen
        assert shown[:7] == (0, 3, 1, 2, 4, 5, 6)[: len(shown)]  # red, green, blue, yellow …


@pytest.mark.slow
def test_pipes_are_no_dots(tmp_path):
    level = find(FLOW[1]).level
    _, reading = read(flow_shot(level, 1, "#602020", pipes=True), tmp_path)
    assert right(level, reading.level) == 1


def flow_level(*rows: str) -> FlowLevel:
    grid, symbols = SquareGrid.parse("\n".join(rows), "_")
    names = tuple(sorted({*symbols} - {"."}))
    dots = np.array([names.index(s) if s != "." else -1 for s in symbols], dtype=np.int32)
    return FlowLevel("", Place(""), Board(grid, names, dots))


FAULTS = [
    (("AB..", "....", "....", "BA.."), ("no solution",)),
    (("A..A", "....", "....", "B..B"), ("two solutions",)),
    (("A..A", "...C", "....", "B..B"), ("dots without a partner",)),
    (("ABC", "...", "ABC"), ("a board under 4 × 4",)),
    (("ABCD", "....", "....", "ABCD"), ()),
]


@pytest.mark.parametrize(("rows", "reasons"), FAULTS)
def test_a_reading_is_tried(rows, reasons):
    """What no level has lowers the confidence, and is said."""
    for _ in settle(Query(find(FLOW[0]).level.board.problem), Limits()):
        pass  # the solver is compiled now
    reading = flow_tried(Reading(flow_level(*rows), 0.95))
    assert reading.reasons == reasons
    assert (reading.confidence > 0.9) == (not reasons)
    assert all(reason in reading.words("Flow") for reason in reasons)


@pytest.mark.parametrize("fault", sampled(FAULTS, FAULTS[1:2]))
def test_a_picture_of_a_board_with_a_fault(fault, tmp_path):
    rows, reasons = fault
    _, reading = read(CHANGES["small"](flow_shot(flow_level(*rows), 0)), tmp_path)
    assert right(flow_level(*rows), reading.level) == 1
    assert reading.reasons == reasons
    assert (reading.confidence > 0.9) == (not reasons)


@pytest.mark.slow
def test_no_picture_waits_for_a_compiler(tmp_path, monkeypatch, compiled_children):
    """With nothing compiled a board is tried all the same, and what is wrong with it is told."""
    monkeypatch.setenv("PUZZLES_CACHE_DIR", str(tmp_path / "empty"))
    shot, none = tmp_path / "shot.png", tmp_path / "none.png"
    CHANGES["small"](flow_shot(find(FLOW[0]).level, 0)).save(shot)
    Image.new("RGB", (300, 300), "#7090a0").save(none)
    command = [sys.executable, "-m", "puzzles", "import", "--json", shot, none]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    found = json.loads(done.stdout.splitlines()[0])
    assert (found["puzzle"], found["facts"]["reasons"]) == ("flow", [])
    assert found["facts"]["confidence"] > 0.95
    assert "none.png:1:1: no board was found in this picture" in done.stderr
    assert not list((tmp_path / "empty").rglob("*.*"))  # nothing was compiled for it


PAPER = [
    (kami_2_shot, "kami/kites/4"),
    (kami_2_shot, "kami/night-sky/4"),
    (kami_2_shot, "kami/islands/1"),
    (kami_1_shot, "kami/squares/5"),
    (kami_1_shot, "kami/squares/12"),
]


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPER)
def test_kami_as_the_game_shows_it(paper, tmp_path):
    shot, name = paper
    """Paper under light so strong that it has no grain left, and under a vignette; light makes no
    holes and no colours."""
    level = find(name).level
    puzzle, reading = read(shot(level, 1), tmp_path)
    assert puzzle.id == "kami"
    assert right(level, reading.level) == 1
    assert reading.level.par == level.par


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sides", "bar"), [((0, 0.06, 0), True), ((0.03, 0, 0), False), ((0, 0, 0.03), True)]
)
def test_a_board_may_go_on_beyond_the_picture(sides, bar, tmp_path):
    """What is cut off is not known, but that something is."""
    picture = kami_1_shot(find("kami/squares/5").level, 1, bar)
    left, top, beyond = (int(part * picture.width) for part in sides)
    cut = picture.crop((left, top, picture.width - beyond, picture.height))
    _, reading = read(cut, tmp_path)
    assert "it may go on beyond the picture" in reading.reasons
    assert reading.confidence <= 0.85


@pytest.mark.slow
def test_a_flow_board_may_go_on_beyond_the_picture(tmp_path):
    """A square board's first row is above the picture."""
    shot = flow_shot(find(FLOW[0]).level, 0)
    rows = find(FLOW[0]).level.board.grid.rows
    _, reading = read(shot.crop((0, 299 + 541 // rows, *shot.size)), tmp_path)
    assert "it may go on beyond the picture" in reading.reasons


@pytest.mark.slow
def test_a_margin_is_no_piece_of_a_board():
    """Photographs have some on every side, and a bar below."""
    photograph = score("triangles", 1)
    assert photograph.right == 1
    assert photograph.confidence > 0.95


@pytest.mark.slow
def test_a_whole_board_ends_with_its_picture(tmp_path):
    _, reading = read(kami_1_shot(find("kami/squares/5").level, 1), tmp_path)
    assert reading.reasons == ()


@pytest.mark.parametrize(
    "bars",
    [
        (kami_1_shot, (140, 0)),
        (kami_2_shot, (60, 60)),
        *slow((kami_2_shot, (0, 90))),
    ],
)
@pytest.mark.parametrize("colour", ["black", *slow("#f4f4f4")])
def test_bars_at_the_sides_are_no_board(bars, colour):
    shot, sides = bars
    picture = shot(find("kami/squares/5" if shot is kami_1_shot else "kami/islands/1").level, 1)
    around = ImageOps.expand(picture, (*sides, *sides), colour)
    kept = without_bars(oklab(np.asarray(around))).shape[:2]
    assert all(0 <= a - b <= 6 for a, b in zip(picture.size[::-1], kept, strict=True))


def test_a_board_is_no_bar_at_its_side():
    plain = Image.new("RGB", (300, 400), "#c03030")
    for ink in ("#c03030", "#808080"):
        ImageDraw.Draw(plain).rectangle((0, 0, 100, 300), ink)
        assert without_bars(oklab(np.asarray(plain))).shape[:2] == (400, 300)


@pytest.mark.parametrize("numbers", [(1, 4, 7, 8, 12, 20), *slow((*range(1, 13), 17, 20, 29))])
def test_the_moves_beside_the_colours(numbers):
    """Of one digit or two, light or dark on a disc; none where moves were made, or nothing is."""

    def bar(disc, light):
        picture = Image.new("RGB", (240, 90), "#241b10")
        pen = ImageDraw.Draw(picture)
        pen.ellipse((44, 4, 84, 44), "#f0a828")
        pen.text((64, 24), disc, "#241b10", font_size=26, anchor="mm")
        pen.text((180, 60), light, "#ffffff", font_size=26, anchor="mm")
        return number(oklab(np.asarray(picture)))

    for n in numbers:
        assert (bar(str(n), ""), bar("", str(n)), bar(str(n), "0")) == (n, n, n)
    assert (bar("7", "3"), bar("", ""), bar("", "a"), bar("", "X7")) == (None,) * 4


@pytest.mark.parametrize(
    ("rows", "moves", "reason"),
    [
        (["RRWW", "RRWW", "WWRR", "WWRR"], 1, "not solved in the 1 moves that it shows"),
        (["RRWW", "RRWW", "WWRR", "BWRR"], None, "a colour on one cell alone"),
        (["RWRW", "WRWR", "RWRW"], None, "a chequered pattern"),
        (["RRXX", "RRXX", "XXRR", "XXRR"], None, "a colour as black as a page"),
        (["RRWW", "RRWW", "WWRR", "WWRR"], 3, "solved in fewer moves than the 3 that it shows"),
        (["RRWW", "RRWW", "WWRR", "WWRR"], 2, ""),
    ],
)
def test_a_reading_of_paper_is_tried(rows, moves, reason):
    inks = {"R": "Red", "W": "White", "B": "Blue", "X": "Black #000000"}
    inks = {letter: ink for letter, ink in inks.items() if letter in "".join(rows)}
    keys = {"puzzle": "kami", "board": "\n".join(rows), "colours": inks}
    (level,) = read_pack("x", json.dumps(keys)).levels
    found = kami_tried(Reading(level, 0.9), moves)
    assert found.reasons == ((reason,) if reason else ())
    assert found.confidence < 0.9 if reason else found.confidence > 0.9
    assert found.level.par == (None if reason else moves)


@pytest.mark.slow
def test_a_part_of_a_board_of_flow_is_none_of_kami(tmp_path):
    file = SHOTS / "real" / "flow" / "Screenshot_20240219-160421.jpg"
    if not file.exists():
        pytest.skip("the screenshots are not here")
    with Image.open(file) as shot:
        width, height = shot.size
        shot.crop((0, height // 4, width, height * 5 // 8)).save(tmp_path / "part.png")
    puzzle, _ = read_picture(str(tmp_path / "part.png"))
    assert puzzle.id == "flow"


def test_doubtful_cells_make_a_reading_less_sure():
    (level,) = read_pack("x", '{"puzzle": "kami", "board": "RRWW\\nRRWW"}').levels
    sure = [
        kami_tried(Reading(level, 0.9, dict.fromkeys(range(n), "a1")), None).confidence
        for n in (0, 1, 3, 100)
    ]
    assert 0.9 == sure[0] > sure[1] > sure[2] > sure[3] > 0.6, "worth to be corrected"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kami/squares/5", "kami/squares/12"])
def test_a_vignette_without_a_bar_makes_no_colours(name, tmp_path):
    level = find(name).level
    _, reading = read(kami_1_shot(level, 1, bar=False), tmp_path)
    assert right(level, reading.level) == 1


@pytest.mark.parametrize("paper", sampled(PAPER, PAPER[2:4]))
def test_a_bar_shows_the_colours(paper):
    shot, name = paper
    level = find(name).level
    picture = np.asarray(shot(level, 0))
    bar = find_bar(oklab(picture))
    assert bar is not None
    high = len(colour_bar(np.random.default_rng(0), level, buttons_left=True))
    assert abs(len(picture) - high - bar.top) <= 3
    assert np.abs(bar.colours - oklab(colours(level).astype(np.uint8))).max() < 0.02
    assert find_bar(oklab(picture[:-high])) is None


@pytest.mark.parametrize(
    ("by", "name"),
    [
        (0.3, "kami/squares/5"),
        (-0.2, "kami/squares/12"),
        (0.0, "kami/squares/29"),
    ],
)
def test_light_makes_no_colours(by, name):
    """However it slopes, and bends, across a board."""
    board = find(name).level.board
    y, x = np.mgrid[-1:1:16j, -1:1:10j]
    lab = oklab(colours(find(name).level).astype(np.uint8))[board.colours].reshape(16, 10, 3)
    lab += np.random.default_rng(0).normal(0, 0.008, lab.shape)
    lab[..., 0] += by * (0.5 * x + 0.4 * y * y)
    labels, light = clusters(lab, np.ones((16, 10), dtype=bool))
    pairs = {*zip(labels.ravel().tolist(), board.colours.tolist(), strict=True)}
    assert len(pairs) == labels.max() + 1 == len(board.palette)
    assert abs(np.ptp(light) - abs(by) * np.ptp(0.5 * x + 0.4 * y * y)) < 0.1


MISSES = {  # the most that may be wrong, as a share
    "real-flow": 0.02,
    "real-kami-1": 0.2,
    "real-kami-2": 0.05,
    "no-board": 0.0,
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", MISSES)
def test_many_screenshots_that_players_took(kind):
    """`make figures` reads them all."""
    check_real(kind, slice(0, None, 20))


def check_real(kind: str, numbers: slice) -> None:
    if not REAL_SHOTS.exists():
        pytest.skip("the screenshots are not here")
    scores = [score(kind, number) for number in range(len(shots(kind)))[numbers]]
    misses = [(s.name, round(s.right, 3), round(s.confidence, 2)) for s in scores if s.right < 1]
    assert len(misses) <= MISSES[kind] * len(scores), misses
    assert all(confidence <= 0.9 for *_, confidence in misses), misses


def bomb(width: int, height: int) -> bytes:
    """A small PNG that says it is large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(bytes(1 << 20), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def text_bomb() -> bytes:
    """A PNG whose comment unpacks to four megabytes."""
    head, tail = bomb(64, 64)[:33], bomb(64, 64)[33:]
    body = b"zTXtComment\0\0" + zlib.compress(bytes(4 << 20), 9)
    return (
        head + struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body)) + tail
    )


def noise() -> bytes:
    file = io.BytesIO()
    pixels = np.random.default_rng(1).integers(0, 256, (300, 400, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


def plain_picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (400, 300), "#336699").save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (bomb(20_000, 20_000), "too large"),
        (bomb(2_000_000_000, 2_000_000_000), ""),
        (bomb(9_000, 5_000), ""),
        (text_bomb(), ""),
        (noise()[:20_000], ""),
        (noise(), "no board"),
        (plain_picture(), "no board"),
        (b"", "not a picture"),
        (b"\x89PNG\r\n\x1a\n", "not a picture"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n", "not a picture"),
        (b"puzzle = 'x'", "not a picture"),
        (bomb(3, 3), "too small"),
    ],
    ids=range(12),
)
def test_bad_pictures(data, reason, tmp_path, capsys):
    shot = tmp_path / "bad.png"
    shot.write_bytes(data)
    assert main(["import", str(shot), "-o", str(tmp_path / "out.toml")]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"{shot}:1:1: ")
    assert error.count("\n") == 1
    assert reason in error
    assert not (tmp_path / "out.toml").exists()


def test_a_picture_that_is_not_there(tmp_path, capsys):
    for path in (tmp_path / "none.png", tmp_path):
        assert main(["import", str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["I;16", "turned", "RGBA", "1", "CMYK"])
def test_odd_modes(mode, tmp_path):
    """However its pixels are kept, the picture is the same, or nearly."""
    plain, odd = tmp_path / "plain.png", tmp_path / "odd.png"
    assert main(["export", "flow/first-pipes/3", str(plain)]) == 0
    picture = Image.open(plain).convert("RGB")
    if mode != "P":  # 256 colours are mixed out of dots, which take room
        picture = picture.reduce(2)
    if mode == "turned":  # as a phone held on its side writes it
        exif = Image.Exif()
        exif[0x0112] = 6
        picture.rotate(90, expand=True).save(odd, "JPEG", exif=exif, quality=95)
    elif mode == "CMYK":
        picture.convert(mode).save(odd, "JPEG", quality=95)
    elif mode == "I;16":
        grey = np.asarray(picture.convert("L")).astype(np.uint16) * 257
        Image.fromarray(grey).save(odd)
    else:
        picture.convert(mode).save(odd)
    if mode in ("P", "RGBA", "CMYK", "turned"):
        puzzle, reading = read_picture(str(odd))
        assert puzzle.id == "flow"
        assert right(find("flow/first-pipes/3").level, reading.level) == 1
    else:
        read_or_refuse(odd)


def read_or_refuse(shot: Path) -> None:
    """Whatever a picture shows, there is a level of it or an error that names the file."""
    said = ""
    try:
        puzzle, reading = read_picture(str(shot))
    except LevelError as error:
        said = str(error)
    if said:
        assert said.startswith(f"{shot}:1:1: ")
        assert "\n" not in said
    else:
        assert puzzle.format(reading.level)
        assert 0 < reading.confidence <= 1


def hurt(data: bytes, random: np.random.Generator) -> bytes:
    """A picture's bytes with some of them changed, or without its end."""
    found = bytearray(data[: random.integers(1, len(data) + 1)] if random.random() < 0.5 else data)
    for at in random.integers(0, len(found), random.integers(0, 20)):
        found[at] = random.integers(0, 256)
    return bytes(found)


def scene(random: np.random.Generator) -> Image.Image:
    """Rectangles and discs that lie anywhere, at times in rows, on any size of picture."""
    width, height = (int(n) for n in random.integers(48, 400, 2))
    picture = Image.new("RGB", (width, height), tuple(random.integers(0, 256, 3).tolist()))
    pen = ImageDraw.Draw(picture)
    step = int(random.integers(3, 60))
    for _ in range(int(random.integers(0, 60))):
        x, y = int(random.integers(0, width)), int(random.integers(0, height))
        if random.random() < 0.7:
            x, y = x // step * step, y // step * step
        shape = pen.ellipse if random.random() < 0.5 else pen.rectangle
        shape((x, y, x + step, y + step), fill=tuple(random.integers(0, 256, 3).tolist()))
    return picture


def fuzz(seeds, folder: Path) -> None:
    for seed in seeds:
        random = np.random.default_rng(seed)
        file, shot = io.BytesIO(), folder / f"{seed}.png"
        form = ("PNG", "JPEG", "WEBP", "GIF", "BMP")[seed % 5]
        scene(random).save(file, form)
        shot.write_bytes(hurt(file.getvalue(), random) if seed % 2 else file.getvalue())
        read_or_refuse(shot)


def test_any_picture(tmp_path):
    fuzz(range(3), tmp_path)


@pytest.mark.slow
def test_any_picture_for_long(tmp_path):
    fuzz(range(3, 20), tmp_path)
