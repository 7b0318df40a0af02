-- What each of the operator's own accounts received and paid in an hour, by kind of transfer: the sums of `house_flow` over its minutes, written
-- with them by the same reader. A day is read from its hours; minutes are needed for parts of an hour only, and are dropped after two weeks.
create table ledger.house_hour (
  begins timestamptz not null check (begins = date_trunc('hour', begins, 'UTC')),
  account_id bigint not null,
  kind text not null,
  amount bigint not null,
  transfers bigint not null check (transfers > 0),
  primary key (begins, account_id, kind)
);
grant select, insert, update on ledger.house_hour to nare_app;
insert into ledger.house_hour (begins, account_id, kind, amount, transfers)
select date_trunc('hour', begins, 'UTC'), account_id, kind, sum(amount), sum(transfers) from ledger.house_flow group by 1, 2, 3;
