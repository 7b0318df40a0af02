-- Jackpots: pools of matches whose winner is picked. Tickets are rows of betting.bet; here are the pools, and the picks of a ticket as one
-- row, whatever its number of lines.
create schema jackpot;
grant usage on schema jackpot to nare_app;

-- What waits for the next pool of a name lies on an account of that name.
alter table ledger.account drop constraint account_kind_check;
alter table ledger.account add constraint account_kind_check
  check (kind in ('cash', 'bonus', 'points', 'debt', 'returnable', 'house', 'provider', 'transit', 'tax', 'jackpot'));

-- Locked by whoever moves money from or to the pot of a name.
create table jackpot.pot (
  name text primary key check (length(name) between 2 and 80)
);
grant select, insert, update on jackpot.pot to nare_app;

-- `tickets`, `lines` and `crowd` (three numbers a match: the lines with home, draw and away) are complete with the rows of jackpot.tally.
-- `plan` is how a closed pool is settled, decided once; `up_to` is the last ticket that is done. The columns of money are those of the
-- pool's transfers.
create table jackpot.pool (
  id int generated always as identity primary key,
  code int not null check (code between 1 and 9999),
  name text not null references jackpot.pot,
  state text not null check (state in ('draft', 'open', 'closed', 'settled', 'cancelled')),
  mode text not null check (mode in ('fixed', 'pool', 'must_be_won')),
  stake bigint not null check (stake > 0),
  tiers jsonb not null,
  void_policy text not null check (void_policy in ('draw', 'counts_won', 'drop', 'cancel')),
  cancel_at int check (cancel_at between 1 and 40),
  reduced jsonb,
  deadline timestamptz,
  matches int not null check (matches between 1 and 40),
  max_doubles int not null check (max_doubles >= 0),
  max_triples int not null check (max_triples >= 0),
  max_lines int not null check (max_lines > 0),
  commitment text not null check (commitment ~ '^[0-9a-f]{64}$'),
  closes_at timestamptz not null,
  created_at timestamptz not null default platform.now(),
  created_by text not null,
  opened_by text,
  cancel_by text,
  closed_at timestamptz,
  settled_at timestamptz,
  tickets bigint not null default 0,
  lines bigint not null default 0,
  crowd bigint[] not null,
  seeded bigint not null default 0 check (seeded >= 0),
  carried_in bigint not null default 0 check (carried_in >= 0),
  plan jsonb,
  up_to bigint not null default 0,
  staked bigint not null default 0,
  refunded bigint not null default 0,
  paid bigint not null default 0,
  rounding bigint not null default 0 check (rounding >= 0),
  carried_out bigint not null default 0 check (carried_out >= 0),
  results jsonb,
  best int,
  seed text check (seed ~ '^[0-9a-f]{64}$'),
  fault text,
  check (seed is null or commitment = encode(sha256(decode(seed, 'hex')), 'hex')),
  check (seed is null or state in ('settled', 'cancelled')),
  check ((settled_at is not null) = (state in ('settled', 'cancelled'))),
  check (opened_by is distinct from created_by or opened_by in ('sandbox', 'platform'))
);
create unique index pool_code on jackpot.pool (code) where state in ('draft', 'open', 'closed');
create index pool_unsettled on jackpot.pool (closes_at) where state in ('open', 'closed');
create index pool_past on jackpot.pool (settled_at desc, id desc) where state in ('settled', 'cancelled');
grant select on jackpot.pool to nare_app;
grant insert (code, name, state, mode, stake, tiers, void_policy, cancel_at, reduced, deadline, matches, max_doubles, max_triples,
  max_lines, commitment, closes_at, created_by, opened_by, crowd, seeded) on jackpot.pool to nare_app;
grant update (state, opened_by, cancel_by, closes_at, closed_at, settled_at, tickets, lines, crowd, carried_in, plan, up_to, staked,
  refunded, paid, rounding, carried_out, results, best, seed, fault) on jackpot.pool to nare_app;

-- A pool's matches in their order; how each ended once the pool is settled.
create table jackpot.match (
  pool int not null references jackpot.pool,
  n smallint not null check (n between 0 and 39),
  match_id int not null,
  outcome text check (outcome in ('home_team', 'draw', 'away_team', 'void')),
  drawn text check (drawn in ('home_team', 'draw', 'away_team')),
  full_time text,
  primary key (pool, n),
  unique (pool, match_id),
  check (drawn is null or outcome = 'void')
);
create index match_of_pools on jackpot.match (match_id);
grant select, insert on jackpot.match to nare_app;
grant update (outcome, drawn, full_time) on jackpot.match to nare_app;

-- The seed of the public draw, sealed with the key of the environment. Only the owner's use cases read this table.
create table jackpot.secret (
  pool int primary key references jackpot.pool,
  sealed bytea not null
);
grant select, insert on jackpot.secret to nare_app;

-- A ticket: bit n of `home`, `draw` and `away` says whether that outcome of match n is picked. Tickets never change: what they return
-- is on their row of betting.bet.
create table jackpot.ticket (
  bet_id bigint not null,
  pool int not null,
  home bigint not null,
  draw bigint not null,
  away bigint not null,
  lines int not null check (lines > 0),
  primary key (bet_id)
);
create index ticket_of_pool on jackpot.ticket (pool, bet_id);
grant select, insert on jackpot.ticket to nare_app;

-- What each batch of tickets adds to its pool: a row of its own, so that batches never wait for each other. A job adds them up.
create table jackpot.tally (
  no bigint generated always as identity primary key,
  pool int not null,
  tickets int not null,
  lines bigint not null,
  crowd bigint[] not null
);
create index tally_of_pool on jackpot.tally (pool);
grant select, insert, delete on jackpot.tally to nare_app;
grant update (tickets) on jackpot.tally to nare_app;

-- A pool that has ended stays as it is, and its plan is made once.
create function jackpot.pool_ended() returns trigger language plpgsql as $$
begin
  if old.state in ('settled', 'cancelled') then
    raise exception 'jackpot % has ended already', old.id;
  end if;
  if old.plan is not null and new.plan is distinct from old.plan then
    raise exception 'how jackpot % is settled is decided already', old.id;
  end if;
  return new;
end $$;
create trigger pool_ended before update on jackpot.pool for each row execute function jackpot.pool_ended();

create function jackpot.add_crowd(a bigint[], b bigint[]) returns bigint[] language sql immutable as $$
  select array_agg(coalesce(x, 0) + coalesce(y, 0) order by n) from unnest(a, b) with ordinality as t (x, y, n)
$$;
create aggregate jackpot.sum_crowd (bigint[]) (sfunc = jackpot.add_crowd, stype = bigint[], initcond = '{}');
