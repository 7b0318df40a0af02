create schema betting;
grant usage on schema betting to nare_app;

-- Blocks of ids are taken at a time, so that a batch of bets knows its ids before it writes.
create sequence betting.bet_block start 1 increment 1;

-- The rules that a bet was taken under: its boost and its cap count at settlement, whatever the house changed since.
create table betting.rules (
  version text primary key,
  content jsonb not null,
  since timestamptz not null default platform.now()
);

create table betting.bet (
  bet_id bigint primary key,
  bettor_id bigint not null,
  client_id uuid not null,
  hash bytea not null,
  product text not null default 'sports' check (product in ('sports', 'jackpot', 'league', 'casino')),
  type text not null check (type in ('single', 'multi', 'system')),
  system smallint[],
  accept text not null check (accept in ('none', 'higher', 'any')),
  stake bigint not null check (stake > 0),
  total_odds bigint,
  possible_win bigint not null,
  boost_percent numeric(6, 2) not null,
  boost_amount bigint not null,
  rules_version text not null,
  state text not null default 'open' check (state in ('open', 'won', 'lost', 'void', 'cashed_out')),
  returned bigint not null default 0 check (returned >= 0),
  paid_boost bigint not null default 0,
  paid_percent numeric(6, 2) not null default 0,
  times_settled int not null default 0,
  placed_at timestamptz not null,
  settled_at timestamptz,
  attribution text,
  unique (bettor_id, client_id),
  check ((state = 'open') = (settled_at is null)),
  check (state <> 'lost' or returned = 0)
) with (fillfactor = 85);
create index bet_of_bettor on betting.bet (bettor_id, bet_id);

-- No foreign keys on the hot path: bet and legs are written by one statement.
create table betting.leg (
  bet_id bigint not null,
  n smallint not null,
  match_id int not null,
  market_id text not null,
  odd_key text not null,
  price bigint not null check (price >= 1000),
  state text not null default 'open' check (state in ('open', 'won', 'lost', 'void', 'half_won', 'half_lost')),
  home_at_bet smallint,
  away_at_bet smallint,
  start_time timestamptz not null,
  primary key (bet_id, n)
) with (fillfactor = 85);
create index leg_of_match on betting.leg (match_id, bet_id);

-- What the house stands to pay on an outcome, should everything with it win.
create table betting.exposure (
  match_id int not null,
  market_id text not null,
  odd_key text not null,
  bets bigint not null,
  stake bigint not null,
  liability bigint not null,
  primary key (match_id, market_id, odd_key)
) with (fillfactor = 50);

-- One job for each version of a match's result, worked off in chunks: `up_to` is the last bet that is done.
create table betting.settlement (
  match_id int not null,
  version int not null,
  up_to bigint not null default 0,
  legs bigint not null default 0,
  bets bigint not null default 0,
  asked_at timestamptz not null default platform.now(),
  done_at timestamptz,
  primary key (match_id, version)
);
create index settlement_waiting on betting.settlement (asked_at) where done_at is null;

create table betting.share (
  code text primary key check (code ~ '^[A-HJKMNP-Z2-9]{6}$'),
  hash bytea not null unique,
  picks jsonb not null,
  made_at timestamptz not null default platform.now()
);

grant usage on sequence betting.bet_block to nare_app;
grant select, insert on betting.rules, betting.share to nare_app;
grant select, insert, update on betting.bet, betting.leg, betting.exposure, betting.settlement to nare_app;
