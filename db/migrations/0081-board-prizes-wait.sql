-- Prizes of a board: at most a share of what its players lost in the period, together. `lost` is stakes less returns of the bets that were
-- settled in it. The prizes of a closed season wait until `pays_at`, or until an operator pays or withholds them, which ends the season.
alter table boards.season
  add column lost bigint not null default 0,
  add column pays_at timestamptz,
  add column ended_at timestamptz,
  add column ended_by text,
  add column withheld boolean not null default false,
  add constraint season_ended check (ended_at is null or pays_at is not null);
create index season_waiting on boards.season (pays_at) where pays_at is not null and ended_at is null;

-- The same of a day of a source of the crash board.
alter table boards.day add column lost bigint not null default 0;
