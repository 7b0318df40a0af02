-- The stakes of live bets during their delay. The money has gone to the house account of the product, by the transfers of the bet with this
-- id; the row is deleted with the bet's placement or with the return of the money, whichever is first. `interruptions`: how often each match
-- had been interrupted when the bet was received. A row that its process has left behind is released after `until`.
create table betting.reservation (
  bet_id bigint primary key,
  product text not null,
  bettor_id bigint not null,
  client_id uuid not null,
  hash bytea not null,
  stake bigint not null check (stake > 0),
  bonus_stake bigint not null check (bonus_stake between 0 and stake),
  interruptions jsonb not null,
  until timestamptz not null,
  unique (bettor_id, client_id, hash)
);
create index reservation_until on betting.reservation (until);
grant select, insert, delete on betting.reservation to nare_app;
grant delete on bonus.use to nare_app;
