-- The tickets of bettors who play much, summed up to one that was placed an hour before or earlier, so that their page reads a bounded number of
-- rows: what the settled ones staked and returned by product, which of them were lost, and which are still open. A ticket that settles is open
-- here until the next summing. A correction of a settled one makes the sums of its bettor void: they are made anew.
create table betting.bettor_summed (
  bettor_id bigint primary key,
  placed_at timestamptz not null default '-infinity',
  bet_id bigint not null default 0,
  void boolean not null default false
);
create table betting.bettor_sum (
  bettor_id bigint not null references betting.bettor_summed,
  product text not null,
  bets bigint not null check (bets > 0),
  staked bigint not null,
  returned bigint not null,
  primary key (bettor_id, product)
);
create table betting.bettor_open (
  bettor_id bigint not null references betting.bettor_summed,
  bet_id bigint not null,
  primary key (bettor_id, bet_id)
);
create table betting.bettor_lost (
  bettor_id bigint not null references betting.bettor_summed,
  settled_at timestamptz not null,
  bet_id bigint not null,
  primary key (bettor_id, settled_at, bet_id)
);
grant select, insert, update on betting.bettor_summed, betting.bettor_sum to nare_app;
grant delete on betting.bettor_sum to nare_app;
grant select, insert, delete on betting.bettor_open, betting.bettor_lost to nare_app;

create function betting.void_sums() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if exists (select from old_bet where state <> 'open') then
    perform from betting.bettor_summed s
      where s.bettor_id in (select bettor_id from old_bet where state <> 'open') and not s.void order by s.bettor_id for update;
    update betting.bettor_summed s set void = true
      where s.bettor_id in (select bettor_id from old_bet where state <> 'open') and not s.void;
  end if;
  return null;
end $$;
create trigger void_sums after update on betting.bet referencing old table as old_bet
  for each statement execute function betting.void_sums();

-- The transfers of bettors whose play is summed into days, but their stakes, by kind and up to the same transfer. `entries` is the version of the
-- cash account then. The sums are made anew with them.
create table ledger.played_move (
  owner bigint not null,
  kind text not null,
  transfer_no bigint not null,
  primary key (owner, kind, transfer_no)
);
grant select, insert on ledger.played_move to nare_app;
alter table ledger.played_upto add column entries bigint not null default 0;
delete from ledger.played_day;
delete from ledger.played_upto;
