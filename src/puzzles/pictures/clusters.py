"""Groups cells by colour, under light that changes smoothly over a board; and pixels by touch.

Games draw light and vignettes over their paper: in OKLab that adds to the lightness and hardly
touches the two axes of colour. How it changes shows in cells near each other, as most of those have
one colour (E. H. Land and J. J. McCann, "Lightness and Retinex theory", 1971).
"""

import numpy as np

from puzzles.pictures.oklab import Array, Ints, Mask

COLOUR = 1.5  # a step of colour counts more than the same step of lightness
STEP = 0.08  # between cells near each other of one colour; more is another colour
NEAR = ((1, 1), (1, -1), (2, 0), (0, 2))  # the nearest rows and columns where the shade is the same
ROUNDS = 8
EVEN = 0.001  # how strongly light is held to be even, of all that tells it
LEAST, MOST = 0.05, 0.1  # distance of colours that may be one, and that may be two
LIMIT = 24  # clusters


def seen(lab: Array) -> Array:
    """Features of OKLab colours (…, 3) whose distance is how different they look."""
    return lab * (1, COLOUR, COLOUR)


def clusters(lab: Array, board: Mask) -> tuple[Ints, Array]:
    """Numbers of the colours on the places of a board, shape (rows, columns), −1 elsewhere, and
    what the light adds to their lightness everywhere; `lab` (rows, columns, 3) in OKLab.

    Agglomerative clustering by average linkage; the cut is where the distance between merged
    clusters grows most, between LEAST and MOST, or higher for more than LIMIT clusters.
    """
    rows, cols = board.shape
    y, x = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : cols * 1j]
    terms = np.stack([x, y, x * x, x * y, y * y], axis=2)
    features = seen(lab)
    light = terms @ _light_of_steps(features, terms, board)
    features[..., 0] -= light
    labels = np.full(board.shape, -1)
    labels[board] = _agglomerate(features[board])
    return labels, light


def _light_of_steps(features: Array, terms: Array, board: Mask) -> Array:
    """The factors of a polynomial's terms (rows, columns, k) by which light adds to the first
    feature: the least squares of the steps between places near each other, in which great steps
    count little (A. E. Beaton and J. W. Tukey, "The fitting of power series", 1974)."""
    change, step = [], []
    for down, right in NEAR:
        here = slice(0, len(board) - down), slice(max(0, -right), board.shape[1] - max(0, right))
        there = slice(down, None), slice(max(0, right), board.shape[1] + min(0, right))
        both = board[here] & board[there]
        change.append((terms[there] - terms[here])[both])
        step.append((features[there] - features[here])[both])
    changes, steps = np.concatenate(change), np.concatenate(step)
    alike = 1 / (1 + (np.abs(steps[:, 1:]).sum(axis=1) / STEP) ** 4)
    factors = np.zeros(terms.shape[2])
    for _ in range(ROUNDS):
        weight = alike / (1 + ((steps[:, 0] - changes @ factors) / STEP) ** 2) ** 2
        inner = (changes * weight[:, None]).T
        # No factor is great without reason.
        damping = EVEN * (len(steps) + 1) * np.eye(len(factors))
        factors = np.linalg.solve(inner @ changes + damping, inner @ steps[:, 0])
    return factors


def _agglomerate(features: Array) -> Ints:
    """Average-linkage labels (Lance–Williams), after joining what is nearly equal."""
    leaders: list[int] = []
    near = np.empty(len(features), dtype=np.int64)
    for i, feature in enumerate(features):
        away = np.abs(features[leaders] - feature).sum(axis=1) if leaders else np.array([])
        if len(away) and (len(leaders) >= 250 or away.min() < LEAST / 3):
            near[i] = away.argmin()
        else:
            near[i] = len(leaders)
            leaders.append(i)
    count = np.bincount(near).astype(float)
    means = np.stack([np.bincount(near, axis) / count for axis in features.T], axis=1)
    distance = np.sqrt(((means[:, None] - means[None]) ** 2).sum(axis=2))
    np.fill_diagonal(distance, np.inf)
    member = list(range(len(count)))
    merges: list[tuple[float, int, int]] = []
    for _ in range(len(count) - 1):
        a, b = np.unravel_index(distance.argmin(), distance.shape)
        merges.append((float(distance[a, b]), int(a), int(b)))
        joined = (count[a] * distance[a] + count[b] * distance[b]) / (count[a] + count[b])
        distance[a], distance[:, a] = joined, joined
        distance[b], distance[:, b] = np.inf, np.inf
        distance[a, a] = np.inf
        count[a] += count[b]
    steps = [merge[0] for merge in merges]  # they grow
    before, after = np.maximum([LEAST, *steps], LEAST), np.minimum([*steps, 2 * MOST], 2 * MOST)
    few = np.arange(len(before)) >= len(before) - LIMIT
    gap = np.where((before <= MOST) & (after >= LEAST) & few, after / before, 0)
    made = int(gap.argmax()) if gap.any() else max(0, len(before) - LIMIT)
    for _, a, b in merges[:made]:
        member = [a if m == b else m for m in member]
    return np.unique(np.array(member)[near], return_inverse=True)[1].astype(np.int64)


def components(mask: Mask) -> Ints:
    """A number for each connected part of a mask, the same for all of its pixels."""
    # Runs of pixels in a row; those that touch runs of the next row belong together.
    begins = mask & ~np.pad(mask, ((0, 0), (1, 0)))[:, :-1]
    run = np.cumsum(begins).reshape(mask.shape) - 1
    touch = mask[:-1] & mask[1:]
    pairs = np.stack([run[:-1][touch], run[1:][touch]])  # in order
    a, b = pairs[:, np.diff(pairs, axis=1, prepend=-1).any(axis=0)]
    part = np.arange(int(begins.sum()))
    while len(a):
        # Every part joins the least one that it touches, and that one's, to the end.
        np.minimum.at(part, np.maximum(part[a], part[b]), np.minimum(part[a], part[b]))
        while not np.array_equal(part, further := part[part]):
            part = further
        apart = part[a] != part[b]
        a, b = a[apart], b[apart]
    return np.where(mask, part[run] if len(part) else run, len(part))
