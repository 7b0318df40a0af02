-- What a feed says is a claim. `price_until` is the real time until which the last confirmed price counts; null for a match whose prices
-- are confirmed by its feed's heartbeats, or that is driven by hand. `list` is the list of the feed that has the match.
alter table catalog.match add column price_until timestamptz, add column list text check (length(list) <= 200);
create index match_listed on catalog.match (source, list) where state = 'not_started' and not resulted;
create index match_priced on catalog.match (driven_by, price_until) where price_until is not null and not resulted;
-- Matches of feeds that are polled have to be confirmed from now on.
update catalog.match set price_until = platform.real_now() + interval '15 minutes'
  where source in ('the-odds-api', 'isports-api') and driven_by = source and not resulted and state = 'not_started';

-- A score has at most three digits.
alter table catalog.result
  add constraint result_full check (full_home between 0 and 999 and full_away between 0 and 999),
  add constraint result_half check (half_home between 0 and 999 and half_away between 0 and 999);

-- What operators have to look at: a claim of a feed that cannot be right. `held` is the match that the finding has suspended.
create table catalog.finding (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('empty_list', 'sides_swapped', 'teams_changed', 'same_match', 'early_result')),
  subject text not null check (length(subject) between 1 and 300),
  facts jsonb not null,
  match_id int,
  at timestamptz not null,
  resolution text check (resolution in ('reopen', 'keep')),
  resolved_at timestamptz,
  check ((resolution is null) = (resolved_at is null))
);
create unique index finding_open on catalog.finding (kind, subject) where resolved_at is null;
create index finding_subject on catalog.finding (kind, subject);
grant select, insert on catalog.finding to nare_app;
grant update (resolution, resolved_at) on catalog.finding to nare_app;
grant usage on all sequences in schema catalog to nare_app;

-- The names of a match's sides, each version as its feed sent it.
create table catalog.match_name (
  match_id int not null references catalog.match,
  version int not null check (version > 0),
  home_team text not null,
  away_team text not null,
  source text not null,
  at timestamptz not null,
  primary key (match_id, version)
);
create trigger match_name_stays before update or delete or truncate on catalog.match_name
  for each statement execute function platform.refuse_change();
grant select, insert on catalog.match_name to nare_app;

-- A team's name for comparisons: lower case, without accents, signs and the words for "football club".
create function catalog.team_key(name text) returns text language sql immutable parallel safe
  set search_path = pg_catalog as $$
  select coalesce(nullif(regexp_replace(regexp_replace(plain, '\m(fc|cf|afc)\M', '', 'g'), '[^[:alnum:]]+', '', 'g'), ''), plain)
  from (select lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')) as plain) p
$$;
-- Both sides of a match, in either order. Matches with the same pair and nearly the same start are the same match.
create function catalog.pair_key(one text, other text) returns text language sql immutable parallel safe
  set search_path = pg_catalog as $$
  select least(a, b) || '|' || greatest(a, b) from (select catalog.team_key(one) as a, catalog.team_key(other) as b) k
$$;
grant execute on function catalog.team_key(text), catalog.pair_key(text, text) to nare_app;
alter table catalog.match add column pair text generated always as (catalog.pair_key(home_team, away_team)) stored;
create index match_pair on catalog.match (sport_id, pair, start_time);
