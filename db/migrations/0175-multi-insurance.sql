-- Multi insurance: a multi of at least `min_legs` legs, each at least at `min_leg`, that fails by exactly one leg gives its stake back as a bonus, at
-- most `per_bet`, and `most` for all bets of a bettor.
alter table promotions.promotion drop constraint promotion_kind_check;
alter table promotions.promotion
  add constraint promotion_kind_check check (kind in ('deposit_match', 'free_bet', 'boost', 'points', 'insurance')),
  add column per_bet bigint check (per_bet > 0 and per_bet <= most),
  add column min_legs int check (min_legs between 5 and 20),
  add column min_leg bigint check (min_leg >= 1000),
  add constraint promotion_insurance check (case when kind = 'insurance'
    then trigger = 'bet' and products = '{sports}' and per_bet is not null and min_legs is not null and min_leg is not null
    else per_bet is null and min_legs is null and min_leg is null end);

-- Lost bets of bettors who joined an insurance, whose other legs are not decided yet.
create table promotions.waiting_bet (
  bet_id bigint primary key,
  bettor_id bigint not null,
  since timestamptz not null,
  next_at timestamptz not null
);
create index waiting_bet_next on promotions.waiting_bet (next_at);
create index waiting_bet_bettor on promotions.waiting_bet (bettor_id);
grant select, insert, delete on promotions.waiting_bet to nare_app;
grant update (next_at) on promotions.waiting_bet to nare_app;
