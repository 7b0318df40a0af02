-- A period of a board. Changes of rank are counted from `marked_at`; `kept` is what of the prizes is left where ties do not share evenly.
create table boards.season (
  id int generated always as identity primary key,
  board text not null check (board in ('sports', 'crash')),
  period text not null check (period in ('day', 'week', 'month')),
  since timestamptz not null,
  ends_at timestamptz not null check (ends_at > since),
  marked_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  paid bigint not null default 0,
  kept bigint not null default 0,
  unique (board, period, since)
);
create index season_open on boards.season (ends_at) where closed_at is null;
create index season_closed on boards.season (closed_at) where closed_at is not null;

-- What a bettor has in a season, in hundredths of points. `mark_cents` is what it was at `marked_at`; where the season was marked later,
-- it is `cents`.
create table boards.score (
  season_id int not null,
  bettor_id bigint not null,
  cents bigint not null check (cents >= 0),
  last_at timestamptz not null,
  marked_at timestamptz not null,
  mark_cents bigint not null,
  primary key (season_id, bettor_id)
);
create index score_place on boards.score (season_id, cents desc, last_at, bettor_id) where cents > 0;

-- How many players have scores of a range, so that a rank is a sum of few rows: at level n, key k counts those with cents >> n = k.
create table boards.step (
  season_id int not null,
  level smallint not null,
  key bigint not null,
  players int not null check (players >= 0),
  marked_at timestamptz not null,
  mark_players int not null,
  primary key (season_id, level, key)
);

-- What a bet has added to the seasons in which it was settled first.
create table boards.bet (
  bet_id bigint primary key,
  bettor_id bigint not null,
  cents bigint not null check (cents >= 0),
  seasons int[] not null
);

create table boards.prize (
  season_id int not null references boards.season,
  bettor_id bigint not null,
  rank int not null check (rank > 0),
  amount bigint not null check (amount > 0),
  primary key (season_id, bettor_id)
);

-- Bettors whose names no board shows.
create table boards.hidden (
  bettor_id bigint primary key,
  since timestamptz not null
);

grant select, insert, update on boards.season to nare_app;
grant select, insert, update, delete on boards.score, boards.step, boards.bet to nare_app;
grant select, insert on boards.prize to nare_app;
grant select, insert, delete on boards.hidden to nare_app;
