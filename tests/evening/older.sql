BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE boards (
	"match" VARCHAR(8) NOT NULL, 
	audience VARCHAR(32) NOT NULL, 
	channel BIGINT NOT NULL, 
	message BIGINT NOT NULL, 
	revision INTEGER NOT NULL, 
	CONSTRAINT pk_boards PRIMARY KEY ("match", audience), 
	CONSTRAINT ck_boards_revision CHECK (revision >= -1), 
	CONSTRAINT fk_boards_match FOREIGN KEY("match") REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "boards" VALUES('4H2G','card',{second},1356074443980800036,0);
INSERT INTO "boards" VALUES('4H2G','channel',{second},1356074443980800054,1);
INSERT INTO "boards" VALUES('4H2G','dm:0',1356074443980800040,1356074443980800041,0);
INSERT INTO "boards" VALUES('4H2G','dm:1',1356074443980800043,1356074443980800044,0);
INSERT INTO "boards" VALUES('P7N7','card',{third},1356074443980800059,-1);
INSERT INTO "boards" VALUES('RWPQ','card',{games},1356074443980800012,0);
INSERT INTO "boards" VALUES('RWPQ','channel',{games},1356074443980800022,2);
INSERT INTO "boards" VALUES('WYYX','card',{fourth},1356074443980800062,1);
INSERT INTO "boards" VALUES('WYYX','channel',{fourth},1356074443980800069,2);
CREATE TABLE drafts (
	"match" VARCHAR(8) NOT NULL, 
	user BIGINT NOT NULL, 
	codes VARCHAR(64) NOT NULL, 
	title VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_drafts PRIMARY KEY ("match", user), 
	CONSTRAINT fk_drafts_match FOREIGN KEY("match") REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "drafts" VALUES('4H2G',{livia},'LFL322LB315B6497185674231','@layout.fortress');
INSERT INTO "drafts" VALUES('4H2G',{brennus},'2FL311L41L6769558B7B32423','@layout.ambush');
CREATE TABLE layouts (
	user BIGINT NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	codes VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_layouts PRIMARY KEY (user, name)
)
 WITHOUT ROWID

;
CREATE TABLE letters (
	"match" VARCHAR(8) NOT NULL, 
	user BIGINT NOT NULL, 
	told BOOLEAN NOT NULL, 
	CONSTRAINT pk_letters PRIMARY KEY ("match", user), 
	CONSTRAINT fk_letters_match FOREIGN KEY("match") REFERENCES matches (id)
)
 WITHOUT ROWID

;
CREATE TABLE "log" (
	"match" VARCHAR(8) NOT NULL, 
	revision INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	seat SMALLINT, 
	text TEXT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	"key" BIGINT, 
	CONSTRAINT pk_log PRIMARY KEY ("match", revision), 
	CONSTRAINT ck_log_somebody_acts CHECK (kind IN ('roll', 'forfeit') OR seat IS NOT NULL), 
	CONSTRAINT ck_log_nobody_rolls CHECK (kind <> 'roll' OR seat IS NULL), 
	CONSTRAINT fk_log_match FOREIGN KEY("match") REFERENCES matches (id), 
	CONSTRAINT ck_log_seat CHECK (seat BETWEEN 0 AND 1), 
	CONSTRAINT uq_log_key UNIQUE ("key"), 
	CONSTRAINT ck_log_revision CHECK (revision > 0), 
	CONSTRAINT ck_log_kind CHECK (kind IN ('act', 'roll', 'lapse', 'forfeit', 'takeback'))
)
 WITHOUT ROWID

;
INSERT INTO "log" VALUES('4H2G',1,'act',1,'deploy 2FL311L41L6769558B7B32423',1767225600000,1356074443980800053);
INSERT INTO "log" VALUES('RWPQ',1,'act',0,'a1-a3',1767225600000,1356074443980800016);
INSERT INTO "log" VALUES('RWPQ',2,'act',1,'h7-h5',1767225600000,1356074443980800020);
INSERT INTO "log" VALUES('WYYX',1,'roll',NULL,'2 1',1767225600000,1356074443980800063);
INSERT INTO "log" VALUES('WYYX',2,'forfeit',0,'resign',1767225600000,1356074443980800068);
CREATE TABLE marks (
	"match" VARCHAR(8) NOT NULL, 
	user BIGINT NOT NULL, 
	piece SMALLINT NOT NULL, 
	guess VARCHAR(4) NOT NULL, 
	CONSTRAINT pk_marks PRIMARY KEY ("match", user, piece), 
	CONSTRAINT fk_marks_match FOREIGN KEY("match") REFERENCES matches (id)
)
 WITHOUT ROWID

;
CREATE TABLE "matches" (
	id VARCHAR(8) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	variant TEXT NOT NULL, 
	status VARCHAR(9) NOT NULL, 
	host INTEGER NOT NULL, 
	guest INTEGER, 
	seat_choice VARCHAR(6) NOT NULL, 
	first BIGINT, 
	second BIGINT, 
	guild BIGINT, 
	channel BIGINT NOT NULL, 
	place VARCHAR(6) NOT NULL, 
	home BIGINT, 
	rematch_of VARCHAR(8), 
	revision INTEGER NOT NULL, 
	turns INTEGER NOT NULL, 
	draws INTEGER NOT NULL, 
	acting SMALLINT NOT NULL, 
	winners SMALLINT, 
	reason VARCHAR(32), 
	scores TEXT, 
	offer VARCHAR(8), 
	offer_seat SMALLINT, 
	offer_revision INTEGER, 
	commitment VARCHAR(64) NOT NULL, 
	salt VARCHAR(20), 
	created_ms BIGINT NOT NULL, 
	updated_ms BIGINT NOT NULL, 
	position TEXT, 
	seed BLOB NOT NULL, 
	CONSTRAINT pk_matches PRIMARY KEY (id), 
	CONSTRAINT ck_matches_begun_all_at_once CHECK ((salt IS NULL AND position IS NULL AND first IS NULL AND second IS NULL) OR (salt IS NOT NULL AND position IS NOT NULL AND guest IS NOT NULL AND ((first = host AND second = guest) OR (first = guest AND second = host)))), 
	CONSTRAINT ck_matches_status CHECK (status IN ('open', 'running', 'over', 'cancelled')), 
	CONSTRAINT ck_matches_outcome CHECK ((reason IS NULL) = (winners IS NULL)), 
	CONSTRAINT ck_matches_running_needs_a_turn CHECK ((status = 'running') = (acting > 0)), 
	CONSTRAINT ck_matches_a_begun_match_ends_for_a_reason CHECK ((reason IS NOT NULL) = (status IN ('over', 'cancelled') AND salt IS NOT NULL)), 
	CONSTRAINT fk_matches_host FOREIGN KEY(host) REFERENCES people (id), 
	CONSTRAINT ck_matches_seats CHECK (acting BETWEEN 0 AND 3 AND winners BETWEEN 0 AND 3), 
	CONSTRAINT ck_matches_counts CHECK (turns >= 0 AND draws >= 0 AND turns + draws <= revision), 
	CONSTRAINT ck_matches_an_unbegun_match_has_no_log CHECK (salt IS NOT NULL OR revision = 0), 
	CONSTRAINT fk_matches_guest FOREIGN KEY(guest) REFERENCES people (id), 
	CONSTRAINT ck_matches_only_a_begun_match_is_played CHECK (status IN ('open', 'cancelled') OR salt IS NOT NULL), 
	CONSTRAINT ck_matches_open_is_not_begun CHECK (status <> 'open' OR salt IS NULL), 
	CONSTRAINT ck_matches_offer_by_a_seat CHECK ((offer IS NULL) = (offer_seat IS NULL) AND (offer IS NULL) = (offer_revision IS NULL)), 
	CONSTRAINT ck_matches_two_people CHECK (guest <> host), 
	CONSTRAINT ck_matches_place CHECK (place IN ('thread', 'here')), 
	CONSTRAINT ck_matches_seat_choice CHECK (seat_choice IN ('first', 'second', 'random')), 
	CONSTRAINT fk_matches_rematch_of FOREIGN KEY(rematch_of) REFERENCES matches (id), 
	CONSTRAINT ck_matches_offer CHECK (offer IN ('draw', 'takeback', 'cancel'))
);
INSERT INTO "matches" VALUES('RWPQ','murus',1,'basic','running',{livia},{brennus},'first',{livia},{brennus},{guild},{games},'here',{games},NULL,2,2,0,1,NULL,NULL,NULL,'draw',0,2,'dc276fd12c133d1da3e4b5f1c8876876175c11676617f1701a17554ce5b51c34','1456074443980800013',1767225600000,1767225600000,'basic ttttttt./.......w/.......w/......../W......./W......./.TTTTTTT 2 - a1-a3 h7-h5',X'3914AC3BAD6422A508B162ABE675E7FA15D38C3B473EBD2E7538DCE07FF36C8E');
INSERT INTO "matches" VALUES('4H2G','junqi-dark',1,'standard','running',{livia},{brennus},'first',{livia},{brennus},{guild},{second},'here',{second},NULL,1,0,0,1,NULL,NULL,NULL,NULL,NULL,NULL,'7129e183feb8074ba3028f296d6c54959bce2817a6cd1c5f58550e0c2b7df68c','1456074443980800037',1767225600000,1767225600000,'standard 0 0 0 0,0 1 - - a7:13a7,b7:12b7,c7:14c7,d7:12d7,e7:13e7,a8:1Ba8,c8:17c8,e8:1Be8,a9:19a9,b9:15b9,d9:15d9,e9:18e9,a10:16a10,c10:17c10,e10:16e10,a11:11a11,b11:1Lb11,c11:14c11,d11:11d11,e11:1Le11,a12:12a12,b12:1Fb12,c12:1Lc12,d12:13d12,e12:11e12 - d1 -',X'2D98CD5816D8163067BBD1DE132242A912E913BE8E47253CF78C2DF6AE6E48AB');
INSERT INTO "matches" VALUES('P7N7','ponte',1,'standard','open',{livia},NULL,'random',NULL,NULL,{guild},{third},'here',{third},NULL,0,0,0,0,NULL,NULL,NULL,NULL,NULL,NULL,'13d6f420289e570c2626df88f0c6145ce563d0b7949a2ebb82fd911f3d47485d',NULL,1767225600000,1767225600000,NULL,X'C7D593D8143E446E2B3819E0DC0D5E3147C278CEBA25BD8BBCB8CB5AC0AD8540');
INSERT INTO "matches" VALUES('WYYX','diablo',1,'size-4','over',{livia},{brennus},'first',{livia},{brennus},{guild},{fourth},'here',{fourth},NULL,2,0,1,0,2,'resign',NULL,NULL,NULL,NULL,'6d7734622bf6a596e3f73da52add0bf4df1336283f3a0c0734da5bda9bddefe6','1456074443980800063',1767225600000,1767225600000,'diablo1 4 g1b1g1b1/b1g1b1g1/g1b1g1b1/b1g1b1g1 b first 2,1 2,1 1 g:resign - - -',X'3B0B1B8C9A12E9A979EA4C9DFD10715F6A5F3CD0CD18CF3A4D809280A10B0008');
CREATE TABLE people (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id)
);
INSERT INTO "people" VALUES({livia},'Livia');
INSERT INTO "people" VALUES({brennus},'Brennus');
CREATE TABLE preferences (
	user INTEGER NOT NULL, 
	locale VARCHAR(16), 
	theme VARCHAR(16), 
	confirm BOOLEAN NOT NULL, 
	pings BOOLEAN NOT NULL, codes BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_preferences PRIMARY KEY (user)
);
CREATE TABLE requests (
	"key" INTEGER NOT NULL, 
	"match" VARCHAR(8) NOT NULL, 
	CONSTRAINT pk_requests PRIMARY KEY ("key"), 
	CONSTRAINT fk_requests_match FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "requests" VALUES(1356074443980800011,'RWPQ');
INSERT INTO "requests" VALUES(1356074443980800013,'RWPQ');
INSERT INTO "requests" VALUES(1356074443980800024,'RWPQ');
INSERT INTO "requests" VALUES(1356074443980800035,'4H2G');
INSERT INTO "requests" VALUES(1356074443980800037,'4H2G');
INSERT INTO "requests" VALUES(1356074443980800058,'P7N7');
INSERT INTO "requests" VALUES(1356074443980800061,'WYYX');
CREATE TABLE seals (
	"match" VARCHAR(8) NOT NULL, 
	seat SMALLINT NOT NULL, 
	seal VARCHAR(64) NOT NULL, 
	nonce BLOB NOT NULL, 
	CONSTRAINT pk_seals PRIMARY KEY ("match", seat), 
	CONSTRAINT ck_seals_seat CHECK (seat >= 0), 
	CONSTRAINT fk_seals_match FOREIGN KEY("match") REFERENCES matches (id)
)
 WITHOUT ROWID

;
INSERT INTO "seals" VALUES('4H2G',1,'780fdd7a9a6d8c4711757c24cf9190118f8f1ec78413d70a59a77c7e214ff26d',X'C928D77EA8FD321955E62F4599F1E08A');
CREATE INDEX ix_matches_channel ON matches (channel);
CREATE UNIQUE INDEX uq_matches_home ON matches (home) WHERE status IN ('open', 'running') AND home IS NOT NULL;
CREATE UNIQUE INDEX uq_matches_challenge ON matches (host, channel, guest) WHERE status = 'open' AND guest IS NOT NULL;
CREATE INDEX ix_matches_host ON matches (host);
CREATE INDEX ix_matches_guest ON matches (guest);
CREATE UNIQUE INDEX uq_matches_open_seat ON matches (host, channel, game) WHERE status = 'open' AND guest IS NULL;
CREATE UNIQUE INDEX uq_matches_rematch ON matches (rematch_of) WHERE status IN ('open', 'running') AND rematch_of IS NOT NULL;
COMMIT;
