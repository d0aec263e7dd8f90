-- The tables of the player's database, whose SQL is in `rows`.

CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    level TEXT NOT NULL,      -- puzzle/pack/title
    board TEXT NOT NULL,      -- `board_key` of the position it starts from
    document TEXT NOT NULL,   -- the level itself
    game TEXT NOT NULL,       -- names it in `plays`
    history TEXT NOT NULL,    -- `Session.dump` as JSON
    moves INTEGER NOT NULL,
    won INTEGER NOT NULL,
    seconds REAL NOT NULL,
    hints INTEGER NOT NULL,
    watched INTEGER NOT NULL,
    updated REAL NOT NULL,    -- Unix time
    revision INTEGER NOT NULL DEFAULT 0
);
-- It finds the newest game of a level.
CREATE INDEX IF NOT EXISTS games_listed
    ON games (level, board, updated, moves, won, seconds, hints, watched);
CREATE TABLE IF NOT EXISTS plays (
    game TEXT NOT NULL,
    level TEXT NOT NULL,
    board TEXT NOT NULL,
    moves INTEGER NOT NULL,
    target INTEGER,
    grade TEXT NOT NULL,
    seconds REAL,             -- NULL if no clock ran
    hints INTEGER NOT NULL,
    watched INTEGER NOT NULL,
    finished TEXT NOT NULL,   -- ISO 8601 with the offset from UTC
    facts TEXT NOT NULL,      -- `Win.facts` as JSON
    PRIMARY KEY (game, moves)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS drawings (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    strokes TEXT NOT NULL,    -- `Strokes.dump` as JSON
    updated REAL NOT NULL,    -- Unix time
    revision INTEGER NOT NULL DEFAULT 0
);
