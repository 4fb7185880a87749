-- The tables of the first release, as PostgreSQL has had them since: never to be changed.

CREATE TABLE matches (
	id VARCHAR(8) NOT NULL, 
	game VARCHAR(16) NOT NULL, 
	version INTEGER NOT NULL, 
	variant TEXT NOT NULL, 
	host BIGINT NOT NULL, 
	host_name TEXT NOT NULL, 
	proposal TEXT NOT NULL, 
	guild BIGINT, 
	channel BIGINT NOT NULL, 
	place VARCHAR(6) NOT NULL, 
	rematch_of VARCHAR(8), 
	commitment VARCHAR(64) NOT NULL, 
	salt VARCHAR(20), 
	created_ms BIGINT NOT NULL, 
	phase VARCHAR(10) NOT NULL, 
	revision INTEGER NOT NULL, 
	turns INTEGER NOT NULL, 
	taken_back BOOLEAN NOT NULL, 
	reason VARCHAR(32), 
	scores TEXT, 
	home BIGINT, 
	serial INTEGER NOT NULL, 
	updated_ms BIGINT NOT NULL, 
	rolls INTEGER NOT NULL, 
	position TEXT, 
	seed BYTEA NOT NULL, 
	pace VARCHAR(6) DEFAULT 'none' NOT NULL, 
	strict BOOLEAN DEFAULT false NOT NULL, 
	paused BOOLEAN DEFAULT false NOT NULL, 
	clock_ms BIGINT DEFAULT '0' NOT NULL, 
	credit_ms BIGINT DEFAULT '0' NOT NULL, 
	credit_turns INTEGER DEFAULT '0' NOT NULL, 
	due_ms BIGINT, 
	closer BIGINT, 
	closer_name TEXT, 
	closer_reason TEXT, 
	hints BOOLEAN DEFAULT false NOT NULL, 
	resigns BOOLEAN DEFAULT false NOT NULL, 
	begun_ms BIGINT, 
	unrated VARCHAR(16) DEFAULT 'earlier', 
	CONSTRAINT pk_matches PRIMARY KEY (id), 
	CONSTRAINT ck_matches_a_begun_match_ends_for_a_reason CHECK ((reason IS NOT NULL) = (phase IN ('over', 'called_off') AND salt IS NOT NULL)), 
	CONSTRAINT ck_matches_open_is_not_begun CHECK (phase <> 'open' OR salt IS NULL), 
	CONSTRAINT ck_matches_only_a_begun_match_is_played CHECK (phase IN ('open', 'called_off') OR salt IS NOT NULL), 
	CONSTRAINT ck_matches_phase CHECK (phase IN ('open', 'setting_up', 'playing', 'over', 'called_off')), 
	CONSTRAINT ck_matches_place CHECK (place IN ('thread', 'here')), 
	CONSTRAINT ck_matches_a_begun_match_has_a_position CHECK ((salt IS NULL) = (position IS NULL)), 
	CONSTRAINT ck_matches_an_unbegun_match_has_no_log CHECK (salt IS NOT NULL OR revision = 0), 
	CONSTRAINT ck_matches_counts CHECK (turns >= 0 AND rolls >= 0 AND turns + rolls <= revision), 
	CONSTRAINT fk_matches_rematch_of FOREIGN KEY(rematch_of) REFERENCES matches (id)
);

CREATE INDEX ix_matches_channel ON matches (channel, phase);

CREATE INDEX ix_matches_due ON matches (due_ms) WHERE due_ms IS NOT NULL;

CREATE INDEX ix_matches_guild ON matches (guild, phase);

CREATE INDEX ix_matches_home ON matches (home, phase);

CREATE INDEX ix_matches_host ON matches (host);

CREATE INDEX ix_matches_kept ON matches (updated_ms) WHERE reason IS NOT NULL AND position != '';

CREATE INDEX ix_matches_rematch_of ON matches (rematch_of);

CREATE INDEX ix_matches_started ON matches (host, channel) WHERE salt IS NOT NULL AND reason IS NULL;

CREATE UNIQUE INDEX uq_matches_home ON matches (home) WHERE phase IN ('open', 'setting_up', 'playing') AND home IS NOT NULL;

CREATE UNIQUE INDEX uq_matches_proposal ON matches (host, channel, proposal) WHERE phase = 'open';

CREATE UNIQUE INDEX uq_matches_rematch ON matches (rematch_of) WHERE phase IN ('open', 'setting_up', 'playing') AND rematch_of IS NOT NULL;

CREATE TABLE attention (
	match VARCHAR(8) NOT NULL, 
	person BIGINT NOT NULL, 
	revision INTEGER NOT NULL, 
	messages SMALLINT NOT NULL, 
	mentions SMALLINT NOT NULL, 
	CONSTRAINT pk_attention PRIMARY KEY (match, person), 
	CONSTRAINT fk_attention_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE TABLE challenges (
	match VARCHAR(8) NOT NULL, 
	person BIGINT NOT NULL, 
	host BIGINT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_challenges PRIMARY KEY (match, person), 
	CONSTRAINT fk_challenges_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE INDEX ix_challenges_host ON challenges (host, at_ms);

CREATE TABLE clock_events (
	match VARCHAR(8) NOT NULL, 
	serial INTEGER NOT NULL, 
	place SMALLINT NOT NULL, 
	revision INTEGER NOT NULL, 
	at_ms BIGINT NOT NULL, 
	seat SMALLINT, 
	kind VARCHAR(8) NOT NULL, 
	ms BIGINT NOT NULL, 
	CONSTRAINT pk_clock_events PRIMARY KEY (match, serial, place), 
	CONSTRAINT ck_clock_events_whose_clock_it_is_about CHECK ((seat IS NULL) = (kind IN ('start', 'pause', 'outage'))), 
	CONSTRAINT ck_clock_events_kind CHECK (kind IN ('start', 'pause', 'time', 'vacation', 'return', 'outage', 'flag', 'seat', 'takeback')), 
	CONSTRAINT ck_clock_events_seat CHECK (seat >= 0), 
	CONSTRAINT fk_clock_events_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE TABLE hints (
	match VARCHAR(8) NOT NULL, 
	seat SMALLINT NOT NULL, 
	revision INTEGER NOT NULL, 
	CONSTRAINT pk_hints PRIMARY KEY (match, seat, revision), 
	CONSTRAINT fk_hints_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE TABLE judgements (
	match VARCHAR(8) NOT NULL, 
	turn INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	value DOUBLE PRECISION, 
	lost DOUBLE PRECISION, 
	best TEXT, 
	CONSTRAINT pk_judgements PRIMARY KEY (match, turn), 
	CONSTRAINT ck_judgements_all_or_nothing CHECK ((value IS NULL) = (best IS NULL) AND (lost IS NULL) = (best IS NULL)), 
	CONSTRAINT fk_judgements_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE TABLE log (
	match VARCHAR(8) NOT NULL, 
	revision INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	seat SMALLINT, 
	text TEXT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	key BIGINT, 
	CONSTRAINT pk_log PRIMARY KEY (match, revision), 
	CONSTRAINT ck_log_nobody_rolls CHECK (kind <> 'roll' OR seat IS NULL), 
	CONSTRAINT ck_log_kind CHECK (kind IN ('act', 'roll', 'lapse', 'forfeit', 'takeback')), 
	CONSTRAINT ck_log_somebody_acts CHECK (kind IN ('roll', 'forfeit') OR seat IS NOT NULL), 
	CONSTRAINT ck_log_revision CHECK (revision > 0), 
	CONSTRAINT ck_log_seat CHECK (seat >= 0), 
	CONSTRAINT fk_log_match FOREIGN KEY(match) REFERENCES matches (id), 
	CONSTRAINT uq_log_key UNIQUE (key)
);

CREATE TABLE requests (
	key BIGINT NOT NULL, 
	match VARCHAR(8) NOT NULL, 
	CONSTRAINT pk_requests PRIMARY KEY (key), 
	CONSTRAINT fk_requests_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE TABLE seals (
	match VARCHAR(8) NOT NULL, 
	seat SMALLINT NOT NULL, 
	seal VARCHAR(64) NOT NULL, 
	nonce BYTEA NOT NULL, 
	CONSTRAINT pk_seals PRIMARY KEY (match, seat), 
	CONSTRAINT ck_seals_seat CHECK (seat >= 0), 
	CONSTRAINT fk_seals_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE TABLE holders (
	match VARCHAR(8) NOT NULL, 
	seat SMALLINT NOT NULL, 
	since INTEGER NOT NULL, 
	person BIGINT, 
	name TEXT, 
	computer SMALLINT, 
	version INTEGER, 
	CONSTRAINT pk_holders PRIMARY KEY (match, seat, since), 
	CONSTRAINT ck_holders_a_computer_has_a_version CHECK ((computer IS NULL) = (version IS NULL)), 
	CONSTRAINT ck_holders_a_person_or_a_computer CHECK ((person IS NULL) = (computer IS NOT NULL)), 
	CONSTRAINT ck_holders_a_person_has_a_name CHECK ((person IS NULL) = (name IS NULL)), 
	CONSTRAINT fk_holders_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE INDEX ix_holders_person ON holders (person);

CREATE TABLE invitations (
	match VARCHAR(8) NOT NULL, 
	place SMALLINT NOT NULL, 
	person BIGINT, 
	name TEXT, 
	wanted_seat SMALLINT, 
	joined SMALLINT, 
	computer SMALLINT, 
	version INTEGER, 
	CONSTRAINT pk_invitations PRIMARY KEY (match, place), 
	CONSTRAINT ck_invitations_a_computer_has_a_version CHECK ((computer IS NULL) = (version IS NULL)), 
	CONSTRAINT ck_invitations_a_person_has_a_name CHECK ((person IS NULL) = (name IS NULL)), 
	CONSTRAINT ck_invitations_somebody_joins CHECK (person IS NOT NULL OR computer IS NOT NULL OR joined IS NULL), 
	CONSTRAINT ck_invitations_a_person_or_a_computer CHECK (person IS NULL OR computer IS NULL), 
	CONSTRAINT ck_invitations_place CHECK (place >= 0), 
	CONSTRAINT fk_invitations_match FOREIGN KEY(match) REFERENCES matches (id), 
	CONSTRAINT uq_invitations_match_person UNIQUE (match, person)
);

CREATE INDEX ix_invitations_person ON invitations (person);

CREATE TABLE players (
	match VARCHAR(8) NOT NULL, 
	seat SMALLINT NOT NULL, 
	person BIGINT, 
	name TEXT, 
	acting BOOLEAN NOT NULL, 
	out BOOLEAN NOT NULL, 
	consent VARCHAR(8), 
	consent_to SMALLINT, 
	consent_revision INTEGER, 
	result VARCHAR(5), 
	bank_ms BIGINT DEFAULT '0' NOT NULL, 
	deadline_ms BIGINT, 
	left_ms BIGINT, 
	flag_ms BIGINT, 
	missed SMALLINT DEFAULT '0' NOT NULL, 
	acted_ms BIGINT, 
	seen_ms BIGINT, 
	reminded_ms BIGINT, 
	away_ms BIGINT, 
	declined VARCHAR(40) DEFAULT '' NOT NULL, 
	computer SMALLINT, 
	version INTEGER, 
	since INTEGER DEFAULT '0' NOT NULL, 
	consent_deputy VARCHAR(4), 
	deserted VARCHAR(6), 
	relief_person BIGINT, 
	relief_name TEXT, 
	relief_turn INTEGER, 
	relief_revision INTEGER, 
	CONSTRAINT pk_players PRIMARY KEY (match, seat), 
	CONSTRAINT ck_players_a_deputy_is_proposed CHECK ((consent_deputy IS NOT NULL) = (consent IS NOT NULL AND consent = 'replace')), 
	CONSTRAINT ck_players_consent CHECK (consent IN ('draw', 'takeback', 'cancel', 'pause', 'time', 'replace')), 
	CONSTRAINT ck_players_deserted CHECK (deserted IN ('left', 'missed')), 
	CONSTRAINT ck_players_result CHECK (result IN ('won', 'lost', 'drawn')), 
	CONSTRAINT ck_players_a_computer_has_a_version CHECK ((computer IS NULL) = (version IS NULL)), 
	CONSTRAINT ck_players_consent_to_an_offer CHECK ((consent IS NULL) = (consent_to IS NULL) AND (consent IS NULL) = (consent_revision IS NULL)), 
	CONSTRAINT ck_players_a_clock_runs_or_rests_or_is_down CHECK ((deadline_ms IS NULL OR left_ms IS NULL) AND (deadline_ms IS NULL OR flag_ms IS NULL) AND (left_ms IS NULL OR flag_ms IS NULL)), 
	CONSTRAINT ck_players_a_person_or_a_computer CHECK ((person IS NULL) = (computer IS NOT NULL)), 
	CONSTRAINT ck_players_a_person_has_a_name CHECK ((person IS NULL) = (name IS NULL)), 
	CONSTRAINT ck_players_relief_of_somebody CHECK ((relief_person IS NULL) = (relief_name IS NULL) AND (relief_person IS NULL) = (relief_turn IS NULL) AND (relief_person IS NULL) = (relief_revision IS NULL)), 
	CONSTRAINT ck_players_who_is_out_does_not_act CHECK (NOT (out AND acting)), 
	CONSTRAINT ck_players_no_computer_deserts CHECK (deserted IS NULL OR person IS NOT NULL), 
	CONSTRAINT ck_players_relief_begins_a_holding CHECK (relief_revision IS NULL OR relief_revision <= since), 
	CONSTRAINT ck_players_nobody_acts_after_the_end CHECK (result IS NULL OR NOT acting), 
	CONSTRAINT ck_players_seat CHECK (seat >= 0), 
	CONSTRAINT fk_players_match FOREIGN KEY(match) REFERENCES matches (id), 
	CONSTRAINT uq_players_match_person UNIQUE (match, person)
);

CREATE INDEX ix_players_computing ON players (match) WHERE computer IS NOT NULL AND acting IS true;

CREATE INDEX ix_players_consent ON players (match) WHERE consent IS NOT NULL;

CREATE INDEX ix_players_person ON players (person, acting);

CREATE INDEX ix_players_undecided ON players (person) WHERE result IS NULL;

CREATE TABLE blocks (
	"user" BIGINT NOT NULL, 
	blocked BIGINT NOT NULL, 
	CONSTRAINT pk_blocks PRIMARY KEY ("user", blocked), 
	CONSTRAINT ck_blocks_nobody_blocks_themselves CHECK ("user" <> blocked)
);

CREATE INDEX ix_blocks_blocked ON blocks (blocked);

CREATE TABLE layouts (
	"user" BIGINT NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	codes VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_layouts PRIMARY KEY ("user", name)
);

CREATE TABLE people (
	"user" BIGINT NOT NULL, 
	client VARCHAR(16) NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY ("user")
);

CREATE TABLE preferences (
	"user" BIGINT NOT NULL, 
	locale VARCHAR(16), 
	theme VARCHAR(16), 
	confirm BOOLEAN NOT NULL, 
	codes BOOLEAN DEFAULT false NOT NULL, 
	ping VARCHAR(7) DEFAULT 'channel' NOT NULL, 
	boards_by_dm BOOLEAN DEFAULT true NOT NULL, 
	zone VARCHAR(64), 
	quiet_from SMALLINT, 
	quiet_until SMALLINT, 
	auto_vacation BOOLEAN DEFAULT false NOT NULL, 
	seen VARCHAR(10) DEFAULT 'server' NOT NULL, 
	firsts BOOLEAN DEFAULT true NOT NULL, 
	CONSTRAINT pk_preferences PRIMARY KEY ("user"), 
	CONSTRAINT ck_preferences_ping CHECK (ping IN ('channel', 'dm', 'none')), 
	CONSTRAINT ck_preferences_seen CHECK (seen IN ('hidden', 'server', 'everywhere')), 
	CONSTRAINT ck_preferences_quiet_hours_have_an_end CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)), 
	CONSTRAINT ck_preferences_quiet_from CHECK (quiet_from BETWEEN 0 AND 1439), 
	CONSTRAINT ck_preferences_quiet_until CHECK (quiet_until BETWEEN 0 AND 1439)
);

CREATE INDEX ix_preferences_seen ON preferences (seen);

CREATE TABLE shares (
	person BIGINT NOT NULL, 
	day INTEGER NOT NULL, 
	messages SMALLINT NOT NULL, 
	CONSTRAINT pk_shares PRIMARY KEY (person), 
	CONSTRAINT ck_shares_messages CHECK (messages > 0)
);

CREATE TABLE vacations (
	"user" BIGINT NOT NULL, 
	from_ms BIGINT NOT NULL, 
	until_ms BIGINT NOT NULL, 
	begin_ms BIGINT, 
	CONSTRAINT pk_vacations PRIMARY KEY ("user", from_ms), 
	CONSTRAINT ck_vacations_it_ends_after_it_begins CHECK (until_ms >= from_ms)
);

CREATE INDEX ix_vacations_begin ON vacations (begin_ms) WHERE begin_ms IS NOT NULL;

CREATE TABLE dm_refusals (
	match VARCHAR(8) NOT NULL, 
	"user" BIGINT NOT NULL, 
	told BOOLEAN NOT NULL, 
	CONSTRAINT pk_dm_refusals PRIMARY KEY (match, "user"), 
	CONSTRAINT fk_dm_refusals_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE INDEX ix_dm_refusals_user ON dm_refusals ("user") WHERE told IS false;

CREATE TABLE drafts (
	match VARCHAR(8) NOT NULL, 
	"user" BIGINT NOT NULL, 
	codes VARCHAR(64) NOT NULL, 
	title VARCHAR(64) NOT NULL, 
	own BOOLEAN NOT NULL, 
	CONSTRAINT pk_drafts PRIMARY KEY (match, "user"), 
	CONSTRAINT fk_drafts_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE TABLE follows (
	match VARCHAR(8) NOT NULL, 
	"user" BIGINT NOT NULL, 
	CONSTRAINT pk_follows PRIMARY KEY (match, "user"), 
	CONSTRAINT fk_follows_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE INDEX ix_follows_user ON follows ("user");

CREATE TABLE marks (
	match VARCHAR(8) NOT NULL, 
	"user" BIGINT NOT NULL, 
	piece SMALLINT NOT NULL, 
	guess VARCHAR(4) NOT NULL, 
	CONSTRAINT pk_marks PRIMARY KEY (match, "user", piece), 
	CONSTRAINT fk_marks_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE TABLE notes (
	match VARCHAR(8) NOT NULL, 
	"user" BIGINT NOT NULL, 
	turn INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	name TEXT, 
	CONSTRAINT pk_notes PRIMARY KEY (match, "user", turn), 
	CONSTRAINT fk_notes_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE INDEX ix_notes_user ON notes ("user");

CREATE TABLE ratings (
	person BIGINT NOT NULL, 
	pool VARCHAR(16) NOT NULL, 
	rating DOUBLE PRECISION NOT NULL, 
	deviation DOUBLE PRECISION NOT NULL, 
	volatility DOUBLE PRECISION NOT NULL, 
	games INTEGER NOT NULL, 
	wins INTEGER NOT NULL, 
	draws INTEGER NOT NULL, 
	losses INTEGER NOT NULL, 
	updated_ms BIGINT NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (person, pool), 
	CONSTRAINT ck_ratings_deviation CHECK (deviation > 0 AND deviation <= 350), 
	CONSTRAINT ck_ratings_games CHECK (games = wins + draws + losses), 
	CONSTRAINT ck_ratings_counts CHECK (wins >= 0 AND draws >= 0 AND losses >= 0)
);

CREATE INDEX ix_ratings_pool ON ratings (pool, rating);

CREATE TABLE rated (
	serial BIGSERIAL NOT NULL, 
	match VARCHAR(8) NOT NULL, 
	seat SMALLINT NOT NULL, 
	person BIGINT NOT NULL, 
	pool VARCHAR(16) NOT NULL, 
	guild BIGINT, 
	at_ms BIGINT NOT NULL, 
	result VARCHAR(5) NOT NULL, 
	reason VARCHAR(8) NOT NULL, 
	before DOUBLE PRECISION NOT NULL, 
	after DOUBLE PRECISION NOT NULL, 
	deviation_before DOUBLE PRECISION NOT NULL, 
	deviation_after DOUBLE PRECISION NOT NULL, 
	games INTEGER NOT NULL, 
	fresh BOOLEAN NOT NULL, 
	CONSTRAINT pk_rated PRIMARY KEY (serial), 
	CONSTRAINT ck_rated_reason CHECK (reason IN ('ended', 'replaced')), 
	CONSTRAINT ck_rated_result CHECK (result IN ('won', 'lost', 'drawn')), 
	CONSTRAINT ck_rated_games CHECK (games > 0), 
	CONSTRAINT ck_rated_seat CHECK (seat >= 0), 
	CONSTRAINT fk_rated_match FOREIGN KEY(match) REFERENCES matches (id), 
	CONSTRAINT uq_rated_match_seat UNIQUE (match, seat)
);

CREATE INDEX ix_rated_guild ON rated (guild, pool, at_ms);

CREATE INDEX ix_rated_person ON rated (person, pool, at_ms);

CREATE INDEX ix_rated_pool ON rated (pool, serial);

CREATE TABLE beats (
	shards SMALLINT NOT NULL, 
	shard SMALLINT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_beats PRIMARY KEY (shards, shard), 
	CONSTRAINT ck_beats_shard CHECK (shard >= 0 AND shard < shards)
);

CREATE TABLE commands (
	application BIGINT NOT NULL, 
	name VARCHAR(32) NOT NULL, 
	id BIGINT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_commands PRIMARY KEY (application, name)
);

CREATE TABLE server_blocks (
	guild BIGINT NOT NULL, 
	"user" BIGINT NOT NULL, 
	CONSTRAINT pk_server_blocks PRIMARY KEY (guild, "user")
);

CREATE TABLE server_limits (
	guild BIGINT NOT NULL, 
	running SMALLINT, 
	alone SMALLINT, 
	started SMALLINT, 
	challenges SMALLINT, 
	CONSTRAINT pk_server_limits PRIMARY KEY (guild), 
	CONSTRAINT ck_server_limits_alone CHECK (alone > 0), 
	CONSTRAINT ck_server_limits_challenges CHECK (challenges > 0), 
	CONSTRAINT ck_server_limits_running CHECK (running > 0), 
	CONSTRAINT ck_server_limits_started CHECK (started > 0)
);

CREATE TABLE servers (
	guild BIGINT NOT NULL, 
	locale VARCHAR(16), 
	theme VARCHAR(8), 
	pace VARCHAR(6), 
	place VARCHAR(6), 
	rated BOOLEAN DEFAULT true NOT NULL, 
	channels TEXT DEFAULT '' NOT NULL, 
	roles TEXT DEFAULT '' NOT NULL, 
	welcomed_ms BIGINT, 
	announcements BIGINT, 
	told VARCHAR(32), 
	CONSTRAINT pk_servers PRIMARY KEY (guild), 
	CONSTRAINT ck_servers_place CHECK (place IN ('thread', 'here'))
);

CREATE TABLE boards (
	match VARCHAR(8) NOT NULL, 
	audience VARCHAR(32) NOT NULL, 
	channel BIGINT NOT NULL, 
	message BIGINT NOT NULL, 
	revision INTEGER NOT NULL, 
	proofs VARCHAR(255) DEFAULT '' NOT NULL, 
	earlier VARCHAR(255) DEFAULT '' NOT NULL, 
	clock_ms BIGINT DEFAULT '0' NOT NULL, 
	absences VARCHAR(63) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_boards PRIMARY KEY (match, audience), 
	CONSTRAINT ck_boards_revision CHECK (revision >= -1), 
	CONSTRAINT fk_boards_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE INDEX ix_boards_message ON boards (message);

CREATE TABLE pings (
	match VARCHAR(8) NOT NULL, 
	"user" BIGINT NOT NULL, 
	kind VARCHAR(9) NOT NULL, 
	revision INTEGER NOT NULL, 
	at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_pings PRIMARY KEY (match, "user", kind), 
	CONSTRAINT ck_pings_kind CHECK (kind IN ('turn', 'reminder', 'notice', 'challenge', 'offer', 'flag', 'end', 'vacation', 'follow')), 
	CONSTRAINT fk_pings_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE INDEX ix_pings_at_ms ON pings (at_ms);

CREATE TABLE posted (
	match VARCHAR(8) NOT NULL, 
	revision INTEGER NOT NULL, 
	channel BIGINT NOT NULL, 
	message BIGINT NOT NULL, 
	CONSTRAINT pk_posted PRIMARY KEY (match, revision), 
	CONSTRAINT ck_posted_revision CHECK (revision >= 0), 
	CONSTRAINT fk_posted_match FOREIGN KEY(match) REFERENCES matches (id)
);

CREATE TABLE unfollowed (
	match VARCHAR(8) NOT NULL, 
	serial INTEGER NOT NULL, 
	open BOOLEAN NOT NULL, 
	at_ms BIGINT NOT NULL, 
	CONSTRAINT pk_unfollowed PRIMARY KEY (match), 
	CONSTRAINT fk_unfollowed_match FOREIGN KEY(match) REFERENCES matches (id)
);
