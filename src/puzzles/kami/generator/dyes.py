"""Sheets of dyed paper that go together, as `Name #rrggbb` by letter."""

from puzzles.kami.rules.model import Colour

_SETS = {
    "dusk": "N Night #23304f, C Clay #c25f3a, S Sand #efdcb6, M Moss #6f905d, R Rose #d9909a, "
    "T Teal #2e8083",
    "garden": "P Plum #46294f, V Ivy #2f6b57, O Coral #cf5d3f, L Leaf #9dbb74, K Pink #f0bcb3, "
    "I Ivory #f6efe0",
    "harbour": "B Navy #1f3a5f, F Foam #e6f0ea, R Rust #b5482f, Y Straw #e6bd5a, S Sea #499baa, "
    "G Slate #79828b",
    "tea": "J Jade #3f7a61, C Cream #f4ead2, A Amber #cf8b32, W Walnut #5d3b2a, L Lime #b4c25f, "
    "R Rosehip #c0473f",
    "frost": "I Ink #26283f, W Snow #f2f4f6, B Ice #9cc7de, L Lilac #a58fc0, C Cobalt #3d63a8, "
    "P Petal #e7b2c0",
    "ember": "K Coal #2b2629, R Ruby #a8273a, O Ember #e0752f, Y Flame #f3c24f, A Ash #a39a92, "
    "L Linen #f3e9db",
    "meadow": "G Grass #5c9a48, D Deep #23523b, Y Buttercup #f2ce4b, W Daisy #f7f3e4, "
    "P Clover #b0639f, S Sky #7fb6d9",
    "desert": "T Terra #b8623f, D Dune #e9c893, C Cactus #5f8a6b, N Nightfall #33385e, "
    "B Bone #f5ede0, O Ochre #c99231",
    "orchard": "C Cherry #9e2b3c, P Peach #e8a685, L Pear #c4d064, F Fig #4d3054, "
    "B Blossom #f8e3e0, G Bottle #2f6650",
    "lagoon": "D Abyss #123d4f, T Turquoise #2fa6a0, C Shell #f7e7d7, O Starfish #eb8358, "
    "S Seaweed #779a29, V Violet #6f5aa3",
}


def _colour(text: str) -> Colour:
    letter, name, code = text.split()
    return Colour(name, code, letter)


PALETTES = {name: tuple(map(_colour, text.split(", "))) for name, text in _SETS.items()}
MOST = min(map(len, PALETTES.values()))
