-- What the games keep is bounded, and read at a bounded cost.

-- How many rounds of a chain are listed: settled, with their hash, and not deleted since.
alter table games.crash_chain add column listed int not null default 0 check (listed >= 0);
update games.crash_chain c set listed = (
  select count(*) from games.crash_round r where r.chain_id = c.chain_id and r.settled_at is not null and r.hash is not null);
grant update (listed) on games.crash_chain to nare_app;

-- Nobody has bet on the round: it may be deleted after the retention period, since the hash of any later game gives its own.
alter table games.crash_round add column empty boolean not null default false;
update games.crash_round r set empty = true
where r.settled_at is not null and not exists (select from games.crash_bet b where b.round = r.round);
grant update (empty) on games.crash_round to nare_app;
create index crash_round_empty on games.crash_round (settled_at) where empty;

-- Server seeds without a round are deleted after the retention period. The references to a deleted one are looked up by index.
create index server_seed_unused on games.server_seed (revealed_at) where rounds = 0;
create index seeds_active on games.seeds (active);
create index seeds_next on games.seeds (next);

-- Transactions of casino rounds are deleted with their rounds; tombstones and rollbacks that moved nothing by their own age. The winners of the lobby are read by the same
-- index.
drop index casino.round_closed;
create index round_closed on casino.round (closed_at) where closed_at is not null;
create index provider_tx_unmatched on casino.provider_tx (at) where kind = 'tombstone' or kind = 'rollback' and amount = 0;

-- Leaderboards. `day_total` is what bettors have won on a day that is over, from one of the sources of a board, with the time of the
-- last win; `day` says when each day was read. `since` is the day's beginning in the country's zone.
create schema boards;
grant usage on schema boards to nare_app;
create table boards.day (
  since timestamptz not null,
  source text not null check (length(source) between 1 and 40),
  read_at timestamptz not null,
  primary key (since, source)
);
create table boards.day_total (
  since timestamptz not null,
  source text not null,
  bettor_id bigint not null,
  cents bigint not null,
  last_at timestamptz not null,
  primary key (since, source, bettor_id),
  foreign key (since, source) references boards.day on delete cascade
);
grant select, insert, update, delete on boards.day, boards.day_total to nare_app;
