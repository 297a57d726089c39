-- A file of version 1, with a match that goes on, one that is over, and documents.
CREATE TABLE match (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    head TEXT NOT NULL,
    public INTEGER NOT NULL,
    created INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    ended INTEGER,
    due INTEGER
) STRICT;
CREATE INDEX match_due ON match (due) WHERE due IS NOT NULL;
CREATE INDEX match_public ON match (created) WHERE public = 1 AND ended IS NULL;
CREATE TABLE seat (
    match TEXT NOT NULL,
    seat INTEGER NOT NULL,
    player TEXT,
    bot TEXT,
    secret TEXT,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_player ON seat (player) WHERE player IS NOT NULL;
CREATE TABLE event (
    match TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    body TEXT NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE document (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    owner TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX document_owner ON document (kind, owner);
PRAGMA user_version = 1;
INSERT INTO match VALUES ('goeson', 'gridlock', '{}', 1, 1700000000000, 2, NULL, 1700000100000);
INSERT INTO match VALUES ('isover', 'ur', '{}', 0, 1700000000000, 1, 1700000050000, NULL);
INSERT INTO seat VALUES ('goeson', 0, 'amy', NULL, NULL);
INSERT INTO seat VALUES ('goeson', 1, NULL, NULL, 'hash');
INSERT INTO seat VALUES ('isover', 0, 'amy', NULL, NULL);
INSERT INTO seat VALUES ('isover', 1, NULL, 'easy', NULL);
INSERT INTO event VALUES ('goeson', 1, 1700000000001, 'step', 0, 'red 0,0');
INSERT INTO event VALUES ('goeson', 2, 1700000000002, 'luck', NULL, 'ü');
INSERT INTO event VALUES ('isover', 1, 1700000050000, 'resign', 1, '');
INSERT INTO document VALUES ('token', 'abc', 'amy', 1, '{"label":"bot"}');
INSERT INTO document VALUES ('tournament', 'CODE', 'amy', 7, '{"name":"Class 7b"}');
