-- Results of earlier seasons, read from files by `npm run import:results` or made by the simulation: history on which nobody can bet. The competition
-- and the teams are known by their names, as in catalog.match. A team that is spelt in two ways has one key.
create table catalog.past_result (
  sport_id text not null references catalog.sport,
  category text not null check (length(category) between 1 and 100),
  competition text not null check (length(competition) between 1 and 100),
  -- The day of the kick-off, UTC: sources differ by hours.
  day date not null,
  start_time timestamptz not null check ((start_time at time zone 'UTC')::date = day),
  home_team text not null check (length(home_team) between 1 and 100),
  away_team text not null check (length(away_team) between 1 and 100),
  home_key text generated always as (catalog.team_key(home_team)) stored,
  pair text generated always as (catalog.pair_key(home_team, away_team)) stored,
  home_score int not null check (home_score between 0 and 999),
  away_score int not null check (away_score between 0 and 999),
  source text not null check (length(source) between 1 and 200),
  at timestamptz not null,
  primary key (sport_id, category, competition, day, pair, home_key),
  check (home_key || '|' || home_key <> pair)
);
create index past_result_pair on catalog.past_result (sport_id, pair, day);
grant select, insert, update on catalog.past_result to nare_app;
