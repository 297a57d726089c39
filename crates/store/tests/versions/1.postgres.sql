-- A database of version 1, with a match that goes on, one that is over, and documents.
CREATE TABLE match (
    id text PRIMARY KEY,
    game text NOT NULL,
    head text NOT NULL,
    public boolean NOT NULL,
    created bigint NOT NULL,
    seq bigint NOT NULL,
    ended bigint,
    due bigint
);
CREATE INDEX match_due ON match (due) WHERE due IS NOT NULL;
CREATE INDEX match_public ON match (created) WHERE public AND ended IS NULL;
CREATE TABLE seat (
    match text NOT NULL,
    seat smallint NOT NULL,
    player text,
    bot text,
    secret text,
    PRIMARY KEY (match, seat)
);
CREATE INDEX seat_player ON seat (player) WHERE player IS NOT NULL;
CREATE TABLE event (
    match text NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    seat smallint,
    body text NOT NULL,
    PRIMARY KEY (match, seq)
);
CREATE TABLE document (
    kind text NOT NULL,
    id text NOT NULL,
    owner text NOT NULL,
    seq bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE INDEX document_owner ON document (kind, owner);
CREATE TABLE parlour_version (version bigint NOT NULL);
INSERT INTO parlour_version VALUES (1);
INSERT INTO match VALUES ('goeson', 'gridlock', '{}', true, 1700000000000, 2, NULL, 1700000100000);
INSERT INTO match VALUES ('isover', 'ur', '{}', false, 1700000000000, 1, 1700000050000, NULL);
INSERT INTO seat VALUES ('goeson', 0, 'amy', NULL, NULL);
INSERT INTO seat VALUES ('goeson', 1, NULL, NULL, 'hash');
INSERT INTO seat VALUES ('isover', 0, 'amy', NULL, NULL);
INSERT INTO seat VALUES ('isover', 1, NULL, 'easy', NULL);
INSERT INTO event VALUES ('goeson', 1, 1700000000001, 'step', 0, 'red 0,0');
INSERT INTO event VALUES ('goeson', 2, 1700000000002, 'luck', NULL, 'ü');
INSERT INTO event VALUES ('isover', 1, 1700000050000, 'resign', 1, '');
INSERT INTO document VALUES ('token', 'abc', 'amy', 1, '{"label":"bot"}');
INSERT INTO document VALUES ('tournament', 'CODE', 'amy', 7, '{"name":"Class 7b"}');
