-- Bets above the referral limits, which a trader decides within a minute. While one waits, its stake is reserved by the row of
-- `betting.reservation` with the same id, whose `until` is infinity: only what decides the referral ends it. `slip` is what was asked, from which
-- the bet is judged anew. `due_at` is when the house acts next without anybody: the end of the wait, of an offer, of a withdrawal in play, or of the
-- delay of an accepted bet; null once the referral has ended. `outcome`: why the bet was refused.
create table betting.referral (
  bet_id bigint primary key,
  bettor_id bigint not null,
  client_id uuid not null,
  hash bytea not null,
  slip jsonb not null,
  stake bigint not null check (stake > 0),
  bonus_stake bigint not null check (bonus_stake between 0 and stake),
  type text not null,
  total_odds bigint,
  possible_win bigint not null,
  in_play boolean not null,
  starts_at timestamptz not null,
  state text not null default 'referred' check (state in ('referred', 'offered', 'accepted', 'placed', 'refused', 'withdrawn')),
  created_at timestamptz not null,
  until timestamptz not null,
  due_at timestamptz,
  withdraw_at timestamptz,
  offer_stake bigint check (offer_stake > 0 and offer_stake <= stake),
  offer_price bigint check (offer_price > 1000),
  offer_win bigint,
  answered_by text,
  outcome jsonb,
  ended_at timestamptz,
  unique (bettor_id, client_id, hash),
  check ((due_at is null) = (state in ('placed', 'refused', 'withdrawn'))),
  check ((due_at is null) = (ended_at is not null))
);
create index referral_due on betting.referral (due_at) where due_at is not null;
create index referral_bettor on betting.referral (bettor_id, created_at desc);
grant select, insert, update on betting.referral to nare_app;
grant update (stake) on betting.reservation to nare_app;
