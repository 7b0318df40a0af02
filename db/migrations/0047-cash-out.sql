-- Cashing out. `cashed` is the part of `returned` that cash-outs have paid; `left_stake` and `left_win` are what is left of the stake and
-- of the possible win, null before the first cash-out. What is left decides the bet.
alter table betting.bet
  add column cashed bigint not null default 0 check (cashed >= 0),
  add column times_cashed int not null default 0,
  add column left_stake bigint check (left_stake >= 0),
  add column left_win bigint check (left_win >= 0);
alter table betting.bet drop constraint bet_check1;
alter table betting.bet
  add constraint bet_lost check (state <> 'lost' or returned = cashed),
  add constraint bet_adds_up check (cashed <= returned and (left_stake is null) = (times_cashed = 0)
    and (left_win is null) = (times_cashed = 0) and left_stake < stake);

-- One row for each cash-out: `id` is the command's, `quote` that of the price it took, `n` counts those of the bet. A row is never
-- changed, so the same command or the same price pays once.
create table betting.cash_out (
  bettor_id bigint not null,
  id uuid not null,
  bet_id bigint not null,
  n int not null check (n > 0),
  quote uuid not null unique,
  hash bytea not null,
  stake bigint not null check (stake > 0),
  amount bigint not null check (amount > 0),
  automatic boolean not null,
  at timestamptz not null default platform.now(),
  primary key (bettor_id, id),
  unique (bet_id, n)
);

-- A bet is cashed out by itself as soon as it is worth `amount`. The row of a rule that has ended remains, so that a late repetition of
-- the command that set it does not set it again.
create table betting.cash_out_rule (
  bet_id bigint primary key,
  bettor_id bigint not null,
  id uuid not null,
  amount bigint not null check (amount > 0),
  active boolean not null,
  set_at timestamptz not null default platform.now()
);

-- The matches of the bets with an active rule.
create table betting.cash_out_watch (
  match_id int not null,
  bet_id bigint not null,
  primary key (match_id, bet_id)
);
create index cash_out_watch_bet on betting.cash_out_watch (bet_id);

-- What signs quotes, the same for every process.
create table betting.cash_out_key (
  one boolean primary key default true check (one),
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into betting.cash_out_key default values;

grant select, insert on betting.cash_out to nare_app;
grant select, insert, update on betting.cash_out_rule to nare_app;
grant select, insert, delete on betting.cash_out_watch to nare_app;
grant select on betting.cash_out_key to nare_app;
