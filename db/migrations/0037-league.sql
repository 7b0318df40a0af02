-- The virtual league. A season's tables are frozen and published before its first price; what decides its results is in
-- league.secret, encrypted. No other table has anything of the future.
create schema league;
grant usage on schema league to nare_app;

-- Matches of the league and of the catalogue have eight digits and never share an id.
alter sequence catalog.match_no maxvalue 49999999;
alter table catalog.match add constraint match_id_of_catalog check (id < 50000000);
create sequence league.match_no as int minvalue 50000000 maxvalue 99999999;
grant usage on sequence league.match_no to nare_app;

-- Whether bets are taken on the coming rounds of a competition, and who or what stopped them.
create table league.competition (
  competition_id text primary key check (competition_id in ('1', '2', '3', '4')),
  paused_by text check (length(paused_by) between 1 and 80),
  -- A fault of the owner stops betting as well, until the owner has recovered.
  fault text check (length(fault) between 1 and 200),
  changed_at timestamptz not null default platform.now()
);
insert into league.competition (competition_id) values ('1'), ('2'), ('3'), ('4');
grant select on league.competition to nare_app;
grant update (paused_by, fault, changed_at) on league.competition to nare_app;

-- `salt_source` names, at publication, the public salt that does not exist yet. Rounds have ids once the salt is drawn.
create table league.season (
  season_id text primary key check (season_id = competition_id || '-' || number),
  competition_id text not null references league.competition,
  number int not null check (number > 0),
  rounds int not null check (rounds > 0),
  season_hash text not null check (season_hash ~ '^[0-9a-f]{64}$'),
  chain_tip text not null check (chain_tip ~ '^[0-9a-f]{64}$'),
  salt_source text not null check (length(salt_source) between 1 and 200),
  published_at timestamptz not null default platform.now(),
  salt text check (salt ~ '^[0-9a-f]{16,128}$'),
  salted_at timestamptz,
  ended_at timestamptz,
  -- Set where the season's secret was lost: its unfinished rounds are void.
  lost text check (length(lost) between 1 and 200),
  unique (competition_id, number),
  check ((salt is null) = (salted_at is null))
);
-- The exact bytes that `season_hash` is the hash of, compressed with gzip.
create table league.season_file (
  season_id text primary key references league.season,
  file bytea not null
);
-- The first link of a season's chain, sealed with the key of the environment. Only the owner's use cases read this table.
create table league.secret (
  season_id text primary key references league.season,
  sealed bytea not null
);
grant select on league.season, league.season_file, league.secret to nare_app;
grant insert (season_id, competition_id, number, rounds, season_hash, chain_tip, salt_source) on league.season to nare_app;
grant update (salt, salted_at, ended_at, lost) on league.season to nare_app;
grant insert on league.season_file, league.secret to nare_app;

-- A round of the frozen season; platform.round has its state once it is on offer. `seed` and `link` are published after its play-out.
create table league.round (
  round_id text primary key,
  season_id text not null references league.season,
  round_number int not null check (round_number > 0),
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  tables_hash text not null check (tables_hash ~ '^[0-9a-f]{64}$'),
  kicks_off_at timestamptz,
  ends_at timestamptz check (ends_at > kicks_off_at),
  seed text check (seed ~ '^[0-9a-f]{64}$'),
  link text check (link ~ '^[0-9a-f]{64}$'),
  -- When the bets on this round were settled.
  settled_at timestamptz,
  unique (season_id, round_number),
  check ((kicks_off_at is null) = (ends_at is null)),
  check ((seed is null) = (link is null))
);
create index round_unsettled on league.round (season_id, round_number) where settled_at is null;
grant select on league.round to nare_app;
grant insert (round_id, season_id, round_number, commitment, tables_hash) on league.round to nare_app;
grant update (kicks_off_at, ends_at, seed, link, settled_at) on league.round to nare_app;

-- `weights` are 81 unsigned 32-bit numbers, big-endian. `goals` are [minute, side] in their order, once the round has ended.
create table league.match (
  match_id int primary key check (match_id between 50000000 and 99999999),
  season_id text not null references league.season,
  round_number int not null check (round_number > 0),
  home text not null check (length(home) between 1 and 60),
  away text not null check (length(away) between 1 and 60),
  weights bytea not null check (length(weights) = 324),
  goals jsonb
);
create index match_of_round on league.match (season_id, round_number, match_id);
grant select on league.match to nare_app;
grant insert (match_id, season_id, round_number, home, away, weights) on league.match to nare_app;
grant update (goals) on league.match to nare_app;

-- What a play-out has shown so far, one row a competition: the goals until `minute`, by match id.
create table league.playout (
  competition_id text primary key references league.competition,
  round_id text not null references league.round,
  minute int not null check (minute between 0 and 90),
  goals jsonb not null
) with (fillfactor = 50);
grant select, insert, update on league.playout to nare_app;

-- A salt is drawn once, and nothing that decided a round is published before the round has ended.
create function league.salt_once() returns trigger language plpgsql as $$
begin
  if old.salt is not null and new.salt is distinct from old.salt then
    raise exception 'the salt of season % was drawn already', old.season_id;
  end if;
  return new;
end $$;
create trigger salt_once before update on league.season for each row execute function league.salt_once();

create function league.round_ended(public_id text) returns boolean language sql stable as $$
  select coalesce((select state = 'ended' from platform.round where round_id = public_id), false)
$$;
create function league.publish_round() returns trigger language plpgsql as $$
begin
  if new.seed is distinct from old.seed or new.link is distinct from old.link then
    if old.seed is not null or not league.round_ended(old.round_id) then
      raise exception 'the seed of round % cannot be published', old.round_id;
    end if;
  end if;
  return new;
end $$;
create trigger publish_round before update on league.round for each row execute function league.publish_round();

create function league.publish_match() returns trigger language plpgsql as $$
begin
  if old.goals is not null or not coalesce((
    select league.round_ended(r.round_id) from league.round r
    where r.season_id = old.season_id and r.round_number = old.round_number), false) then
    raise exception 'the result of match % cannot be published', old.match_id;
  end if;
  return new;
end $$;
create trigger publish_match before update on league.match for each row execute function league.publish_match();
