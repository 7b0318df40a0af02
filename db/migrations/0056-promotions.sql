-- Promotions: what operators offer, who joined, what that earns, and what it costs.
create schema promotions;
grant usage on schema promotions to nare_app;

-- `most` and amounts are cents, `min_odds` thousandths, `point_value` the cents that 100 points are worth when redeemed. An offer never changes:
-- it is approved by a second operator and stopped. `key` names those that the platform itself makes, once.
create table promotions.promotion (
  id bigint generated always as identity primary key,
  key text unique,
  kind text not null check (kind in ('deposit_match', 'free_bet', 'boost', 'points')),
  trigger text not null check (trigger in ('opt_in', 'deposit', 'bet')),
  title_en text not null check (length(title_en) between 1 and 80),
  title_sw text not null check (length(title_sw) between 1 and 80),
  summary_en text not null check (length(summary_en) between 1 and 200),
  summary_sw text not null check (length(summary_sw) between 1 and 200),
  terms_en text not null check (length(terms_en) <= 8000),
  terms_sw text not null check (length(terms_sw) <= 8000),
  image text,
  percent int check (percent between 1 and 1000),
  most bigint check (most > 0),
  points bigint check (points > 0),
  point_value bigint not null check (point_value > 0),
  min_deposit bigint check (min_deposit > 0),
  min_stake bigint check (min_stake > 0),
  min_odds bigint check (min_odds >= 1000),
  wager int check (wager between 1 and 50),
  days int check (days between 1 and 365),
  claim_days int not null check (claim_days between 1 and 90),
  products text[] not null check (cardinality(products) > 0),
  new_only boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  proposed_by text not null,
  created_at timestamptz not null,
  approved_by text check (approved_by <> proposed_by),
  approved_at timestamptz,
  stopped_by text,
  stopped_at timestamptz,
  check ((approved_by is null) = (approved_at is null)),
  check ((stopped_by is null) = (stopped_at is null)),
  check ((kind = 'points') = (points is not null)),
  check ((kind = 'points') = (most is null)),
  check (kind = 'points' or (wager is not null and days is not null)),
  check (kind <> 'deposit_match' or (trigger = 'deposit' and percent is not null)),
  check (kind <> 'boost' or (trigger = 'bet' and percent is not null)),
  check (trigger <> 'deposit' or min_deposit is not null),
  check (trigger <> 'bet' or min_stake is not null)
);
create index promotion_ends on promotions.promotion (ends_at);

-- A row a promotion, locked by everyone who joins it: what was given and what is reserved for those who joined never exceed the cap together.
create table promotions.cost (
  promotion_id bigint primary key references promotions.promotion,
  cap bigint not null check (cap > 0),
  reserved bigint not null default 0 check (reserved >= 0),
  given bigint not null default 0 check (given >= 0),
  open boolean not null default true,
  check (reserved + given <= cap)
);

-- A bettor's place in a promotion. `reserved` is what is still kept for it, `earned` what it earned (cents, or points).
create table promotions.place (
  promotion_id bigint not null references promotions.promotion,
  bettor_id bigint not null,
  command_id uuid not null,
  joined_at timestamptz not null,
  until timestamptz not null check (until >= joined_at),
  state text not null default 'joined' check (state in ('joined', 'used', 'lapsed')),
  reserved bigint not null check (reserved >= 0),
  earned bigint not null default 0 check (earned >= 0),
  primary key (promotion_id, bettor_id),
  unique (bettor_id, command_id),
  check (state = 'joined' or reserved = 0)
);
create index place_bettor on promotions.place (bettor_id);
create index place_until on promotions.place (until) where state = 'joined';

-- What a place earned: decided, then given once the bettor may have it.
create table promotions.reward (
  id bigint generated always as identity primary key,
  promotion_id bigint not null,
  bettor_id bigint not null,
  cause text not null,
  amount bigint not null check (amount > 0),
  cost bigint not null check (cost >= 0),
  state text not null default 'due' check (state in ('due', 'given', 'lapsed')),
  decided_at timestamptz not null,
  next_at timestamptz not null,
  ended_at timestamptz check ((state = 'due') = (ended_at is null)),
  foreign key (promotion_id, bettor_id) references promotions.place,
  unique (promotion_id, bettor_id, cause)
);
create index reward_bettor on promotions.reward (bettor_id, cause);
create index reward_due on promotions.reward (next_at) where state = 'due';

grant select, insert on promotions.promotion, promotions.place, promotions.reward to nare_app;
grant update (approved_by, approved_at, stopped_by, stopped_at) on promotions.promotion to nare_app;
grant update (state, reserved, earned) on promotions.place to nare_app;
grant update (state, next_at, ended_at) on promotions.reward to nare_app;
grant select, insert, update on promotions.cost to nare_app;

-- The source that a deposit was started from, as bets have it.
alter table payments.deposit add column attribution text;
