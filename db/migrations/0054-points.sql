-- The settled feed: a row for each settlement of a bet, again for each later one and for a bet that was cashed out wholly. The trigger
-- writes it with the statement that settles, whichever product's that is, so no path can forget it, and no index of betting.bet changes.
create table betting.settled (
  no bigint generated always as identity primary key,
  bet_id bigint not null,
  times_settled int not null,
  at timestamptz not null
);
grant select, insert on betting.settled to nare_app;

create function betting.feed_settled() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  insert into betting.settled (bet_id, times_settled, at)
  select n.bet_id, n.times_settled, moment.now
  from new_bet n join old_bet o using (bet_id), (select platform.now() as now offset 0) moment
  where n.times_settled <> o.times_settled or n.state = 'cashed_out' and o.state <> 'cashed_out';
  return null;
end $$;
create trigger settled_feed after update on betting.bet referencing old table as old_bet new table as new_bet
  for each statement execute function betting.feed_settled();

-- Readers of the feed: each has read every row up to `no`, which is moved by the transaction that stores the reader's own work.
create table betting.settled_reader (
  name text primary key check (length(name) between 1 and 60),
  no bigint not null default 0,
  changed_at timestamptz not null
);
grant select, insert, update on betting.settled_reader to nare_app;

create function betting.settled_writers() returns text[] language sql volatile set search_path = pg_catalog as $$
  select coalesce(array_agg(virtualtransaction), '{}') from pg_locks
  where locktype = 'relation' and relation = 'betting.settled'::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database()) and pid is distinct from pg_backend_pid()
$$;

-- The number up to which no row of the feed can still appear, found as ledger.settled_no() finds it: the newest number is final once
-- those transactions have ended that wrote rows when it was read. Where one of them lasts longer than two seconds, the answer is the
-- furthest number of a reader, which was final when it was stored.
create function betting.settled_no() returns bigint language plpgsql volatile set search_path = pg_catalog as $$
declare
  newest bigint := coalesce((select max(no) from betting.settled), 0);
  writers text[] := betting.settled_writers();
begin
  for looks in 1..100 loop
    if not writers && betting.settled_writers() then return newest; end if;
    perform pg_sleep(0.02);
  end loop;
  return coalesce((select max(no) from betting.settled_reader), 0);
end $$;

-- Points. Their balances are ledger accounts of the currency PTS.
create schema points;
grant usage on schema points to nare_app;

-- What a bet has earned, after all corrections of its result.
create table points.bet (
  bet_id bigint primary key,
  bettor_id bigint not null,
  points bigint not null check (points >= 0)
);

-- Points that came, by the id of their transfer, and how many of them are left: spent ones are taken from those that expire first.
create table points.lot (
  id text primary key,
  bettor_id bigint not null,
  points bigint not null check (points > 0),
  left_points bigint not null check (left_points between 0 and points),
  earned_at timestamptz not null,
  expires_at timestamptz not null
);
create index lot_left on points.lot (bettor_id, expires_at, id) where left_points > 0;
create index lot_due on points.lot (expires_at) where left_points > 0;

-- A redemption by the id of its command, which redeems once.
create table points.redemption (
  bettor_id bigint not null,
  id uuid not null,
  points bigint not null check (points > 0),
  bonus bigint not null check (bonus > 0),
  at timestamptz not null,
  primary key (bettor_id, id)
);

-- An operator's adjustment by the id of its command; a large one moves points once a second operator has confirmed it.
create table points.adjustment (
  id uuid primary key,
  bettor_id bigint not null,
  points bigint not null check (points <> 0),
  reason text not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  confirmed_by text check (confirmed_by <> proposed_by),
  done_at timestamptz
);
create index adjustment_waiting on points.adjustment (proposed_at) where done_at is null;

grant select, insert, update on points.bet, points.lot, points.adjustment to nare_app;
grant select, insert on points.redemption to nare_app;
