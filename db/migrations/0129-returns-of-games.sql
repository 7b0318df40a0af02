-- What the house's games, the league and the casino's games have returned, by hours: sums of decided tickets with what their rules state, from
-- which the return of a month is read without its rounds.
create schema returns;
grant usage on schema returns to nare_app;

-- Tickets whose decision or its correction is not in the sums yet: how much more is decided than before. The statement that decides tickets writes
-- them, whichever product's that is, and the summing deletes them.
create table returns.change (
  no bigint generated always as identity primary key,
  bet_id bigint not null,
  product text not null,
  at timestamptz not null,
  stake bigint not null,
  returned bigint not null,
  -- The sizes of the lines of a system; null otherwise.
  system smallint[],
  was_counted boolean not null,
  is_counted boolean not null,
  was_stake bigint not null,
  was_returned bigint not null
);
-- Rows that are being summed are locked, so that another process takes others: that needs the right to update.
grant select, insert, update, delete on returns.change to nare_app;

create function returns.note_changes() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if exists (select from new_bet where product in ('league', 'games', 'casino')) then
    insert into returns.change (bet_id, product, at, stake, returned, system, was_counted, is_counted, was_stake, was_returned)
    select n.bet_id, n.product, moment.now, n.stake, n.returned, n.system, counted.was, counted.is, o.stake, o.returned
    from new_bet n join old_bet o using (bet_id)
      cross join lateral (select o.state not in ('open', 'void') as was, n.state not in ('open', 'void') as is) counted,
      (select platform.now() as now offset 0) moment
    where n.product in ('league', 'games', 'casino') and (counted.was or counted.is)
      and (counted.was, o.stake, o.returned) is distinct from (counted.is, n.stake, n.returned);
  end if;
  return null;
end $$;
create trigger returns_of_games after update on betting.bet referencing old table as old_bet new table as new_bet
  for each statement execute function returns.note_changes();

-- The sums of an hour, in cents. `game` is the product's own: an own game, a market of the league or `multi`, a provider's game. `judged` are the
-- rounds whose rules state what they pay: `mean` is the sum of their means and `variance` that of their variances. The three sums of products,
-- in square cents, give the variance of games that state none.
create table returns.hour (
  begins timestamptz not null check (begins = date_trunc('hour', begins, 'UTC')),
  product text not null,
  game text not null,
  rounds bigint not null,
  stakes bigint not null,
  returned bigint not null,
  judged bigint not null,
  mean numeric not null,
  variance numeric not null,
  stake_squares numeric not null,
  stake_returns numeric not null,
  return_squares numeric not null,
  primary key (begins, product, game)
);
grant select, insert, update on returns.hour to nare_app;

-- Tickets that were decided before.
insert into returns.change (bet_id, product, at, stake, returned, system, was_counted, is_counted, was_stake, was_returned)
select bet_id, product, settled_at, stake, returned, system, false, true, 0, 0 from betting.bet
where product in ('league', 'games', 'casino') and state not in ('open', 'void') and settled_at is not null order by settled_at, bet_id;
