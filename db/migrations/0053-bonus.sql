-- Bonus money. A bettor's ledger account `bonus` holds the sum of what is left of the active grants.
create schema bonus;
grant usage on schema bonus to nare_app;

-- `id` is the caller's, `hash` of what it asked for. `left_amount` can be spent; it also holds what bets of the grant have returned. When
-- `wager_done` reaches `wager_total`, all that is left becomes cash: `converted` is the sum, also of what open bets return later.
create table bonus.grant (
  grant_id bigint generated always as identity primary key,
  id text not null unique check (length(id) between 1 and 200),
  hash bytea not null,
  bettor_id bigint not null,
  source text not null check (source in ('promotion', 'points', 'operator')),
  promotion_id text,
  amount bigint not null check (amount > 0),
  left_amount bigint not null check (left_amount >= 0),
  wager_total bigint not null check (wager_total > 0),
  wager_done bigint not null default 0 check (wager_done >= 0),
  min_odds bigint not null check (min_odds >= 1000),
  products text[] not null check (cardinality(products) > 0),
  state text not null default 'active' check (state in ('active', 'converted', 'expired', 'cancelled')),
  converted bigint not null default 0 check (converted >= 0),
  cancel_id uuid,
  granted_at timestamptz not null default platform.now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  check (state = 'active' or left_amount = 0),
  check ((state = 'active') = (ended_at is null)),
  check (state = 'converted' or converted = 0),
  unique (bettor_id, cancel_id)
);
create index grant_of_bettor on bonus.grant (bettor_id, grant_id);
create index grant_active on bonus.grant (expires_at) where state = 'active';

-- The bonus part of a bet's stake by grant. `returned` is what its present settlement has paid for it, cash-outs apart.
create table bonus.use (
  bet_id bigint not null,
  grant_id bigint not null references bonus.grant,
  stake bigint not null check (stake > 0),
  returned bigint not null default 0 check (returned >= 0),
  primary key (bet_id, grant_id)
);
create index use_of_grant on bonus.use (grant_id, bet_id);

-- What a settled bet has added to the wagering of a grant. A settlement that replaces another replaces its rows.
create table bonus.wager (
  bet_id bigint not null,
  grant_id bigint not null references bonus.grant,
  amount bigint not null check (amount > 0),
  primary key (bet_id, grant_id)
);

alter table betting.bet
  add column bonus_stake bigint not null default 0,
  add constraint bet_bonus check (bonus_stake between 0 and stake);

grant select, insert on bonus.grant to nare_app;
grant update (left_amount, wager_done, state, converted, cancel_id, ended_at) on bonus.grant to nare_app;
grant select, insert on bonus.use to nare_app;
grant update (returned) on bonus.use to nare_app;
grant select, insert, delete on bonus.wager to nare_app;
