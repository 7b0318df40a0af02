create extension if not exists pg_trgm;
create schema catalog;
grant usage on schema catalog to nare_app;

create table catalog.sport (
  id text primary key,
  key text not null unique,
  name text not null,
  rank int not null,
  -- What is still undecided this long after kick-off is void.
  undecided_after interval not null default '48 hours'
);
insert into catalog.sport (id, key, name, rank) values
  ('79', 'soccer', 'Soccer', 1),
  ('30', 'basketball', 'Basketball', 2),
  ('28', 'tennis', 'Tennis', 3),
  ('41', 'rugby', 'Rugby', 4),
  ('29', 'ice_hockey', 'Ice Hockey', 5),
  ('37', 'cricket', 'Cricket', 6);

create sequence catalog.competition_no start 500001;
create table catalog.competition (
  id text primary key default nextval('catalog.competition_no')::text,
  sport_id text not null references catalog.sport,
  name text not null,
  category text not null,
  rank int not null default 1000,
  words text not null,
  unique (sport_id, category, name)
);
create index competition_words on catalog.competition using gin (words gin_trgm_ops);

-- Eight digits, so that no two outcomes on offer share a ucn.
create sequence catalog.match_no as int minvalue 10000000 maxvalue 99999999;
create sequence catalog.game_no as int minvalue 1000 maxvalue 99999 cycle;

create table catalog.match (
  id int primary key default nextval('catalog.match_no') check (id between 10000000 and 99999999),
  source text not null,
  source_id text not null,
  -- The feed that may drive the match; the sandbox may take over a match of another one.
  driven_by text not null,
  parent_match_id text not null,
  game_id int not null check (game_id between 1000 and 99999),
  sport_id text not null references catalog.sport,
  competition_id text not null references catalog.competition,
  home_team text not null,
  away_team text not null,
  words text not null,
  start_time timestamptz not null,
  state text not null default 'not_started'
    check (state in ('not_started', 'live', 'interrupted', 'ended', 'abandoned', 'postponed', 'cancelled')),
  minute int check (minute between 0 and 400),
  clock_at timestamptz,
  home_score int check (home_score >= 0),
  away_score int check (away_score >= 0),
  half_home int check (half_home >= 0),
  half_away int check (half_away >= 0),
  goals text[] not null default '{}' check (goals <@ array['home', 'away']),
  home_reds int not null default 0,
  away_reds int not null default 0,
  -- Stopped by the feed, and stopped by an operator: the feed cannot undo the latter.
  suspended boolean not null default false,
  held boolean not null default false,
  -- How often betting was broken into: each stop, and each change of score, red cards or state. A live bet that waits out its
  -- delay is refused where this moved, also when the match has been reopened since.
  breaks int not null default 0,
  resulted boolean not null default false,
  -- What the feed wants to keep about the match, its model above all; never the future of it.
  model jsonb,
  fed_at timestamptz not null,
  version bigint not null default 1,
  unique (source, source_id),
  check ((home_score is null) = (away_score is null)),
  check ((half_home is null) = (half_away is null))
);
create unique index match_game on catalog.match (game_id) where state in ('not_started', 'live', 'interrupted', 'postponed');
create index match_coming on catalog.match (start_time, id) where state in ('not_started', 'live', 'interrupted');
create index match_live on catalog.match (sport_id) where state = 'live';
create index match_unresolved on catalog.match (start_time) where not resulted;
create index match_competition on catalog.match (competition_id, start_time);
create index match_words on catalog.match using gin (words gin_trgm_ops);

-- The next number of 4 or 5 digits that no match to come bears.
create function catalog.next_game_id() returns int language plpgsql volatile as $$
declare
  candidate int;
begin
  for tries in 1..99000 loop
    candidate := nextval('catalog.game_no');
    if not exists (select from catalog.match where game_id = candidate and state in ('not_started', 'live', 'interrupted', 'postponed')) then
      return candidate;
    end if;
  end loop;
  raise exception 'every game id is taken';
end $$;
alter table catalog.match alter column game_id set default catalog.next_game_id();

-- One row a line. A stop is a flag of the match, so that it writes one row.
create table catalog.market (
  match_id int not null references catalog.match,
  market_id int not null,
  line text not null,
  state text not null check (state in ('open', 'suspended', 'closed')),
  keys text[] not null,
  prices int[] not null,
  source text not null,
  at timestamptz not null,
  version bigint not null default 1,
  primary key (match_id, market_id, line),
  check (cardinality(keys) = cardinality(prices)),
  check (1000 < all (prices))
) with (fillfactor = 80);

-- Every price and state that ever stood, with its source and time.
create table catalog.price_change (
  no bigint generated always as identity primary key,
  match_id int not null,
  market_id int not null,
  line text not null,
  state text not null,
  keys text[] not null,
  prices int[] not null,
  version bigint not null,
  source text not null,
  at timestamptz not null
);
create index price_change_line on catalog.price_change (match_id, market_id, line, no);

-- Every change to a match itself: its opening and closing for bets, its states and scores, by whom.
create table catalog.match_change (
  no bigint generated always as identity primary key,
  match_id int not null,
  version bigint not null,
  kind text not null,
  state text not null,
  minute int,
  home_score int,
  away_score int,
  suspended boolean not null,
  reason text,
  source text not null,
  at timestamptz not null
);
create index match_change_match on catalog.match_change (match_id, no);

-- Results are versioned and never edited: a correction is the next version.
create table catalog.result (
  match_id int not null references catalog.match,
  version int not null check (version > 0),
  kind text not null check (kind in ('result', 'cancelled', 'void_undecided', 'rolled_back')),
  half_home int,
  half_away int,
  full_home int,
  full_away int,
  goals text[],
  periods jsonb,
  certainty int not null check (certainty in (1, 2)),
  reason text,
  source text not null,
  at timestamptz not null,
  primary key (match_id, version)
);

create table catalog.result_confirmation (
  match_id int not null,
  version int not null,
  source text not null,
  at timestamptz not null,
  primary key (match_id, version),
  foreign key (match_id, version) references catalog.result
);

create index result_unconfirmed on catalog.result (source, at) where certainty = 1;

create trigger price_change_stays before update or delete or truncate on catalog.price_change
  for each statement execute function platform.refuse_change();
create trigger match_change_stays before update or delete or truncate on catalog.match_change
  for each statement execute function platform.refuse_change();
create trigger result_stays before update or delete or truncate on catalog.result
  for each statement execute function platform.refuse_change();
create trigger result_confirmation_stays before update or delete or truncate on catalog.result_confirmation
  for each statement execute function platform.refuse_change();

grant usage on all sequences in schema catalog to nare_app;
grant select on catalog.sport to nare_app;
grant select, insert, update on catalog.competition, catalog.match, catalog.market to nare_app;
grant select, insert on catalog.price_change, catalog.match_change, catalog.result, catalog.result_confirmation to nare_app;
