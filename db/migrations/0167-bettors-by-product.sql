-- The bettors who placed a bet of a product in a month, or of any under '', by bits of days as report.bettor_month has them by place: a count over days
-- reads a few rows for each bettor in place of one for each place.
create table report.active_month (
  month date not null check (month = date_trunc('month', month)::date),
  product text not null,
  bettor_id bigint not null,
  days int not null check (days > 0),
  primary key (month, product, bettor_id)
);
-- How many bettors placed a bet of a product on a day, or of any under ''.
create table report.active_day (
  day date not null,
  product text not null,
  bettors bigint not null check (bettors > 0),
  primary key (day, product)
);
insert into report.active_month (month, product, bettor_id, days)
  select m.month, coalesce(p.product, ''), m.bettor_id, bit_or(m.days)
  from report.bettor_month m join report.place p using (place_id)
  group by grouping sets ((m.month, p.product, m.bettor_id), (m.month, m.bettor_id));
insert into report.active_day (day, product, bettors)
  select m.month + n, m.product, count(*) from report.active_month m cross join generate_series(0, 30) n where m.days >> n & 1 = 1 group by 1, 2;
grant select, insert, update, delete on report.active_month, report.active_day to nare_app;

create or replace view report.bettors as
  with active as (
    select day, bettors as active from report.active_day where product = ''),
  paying as (
    select month + n as day, count(*)::bigint as depositors
    from report.depositor_month cross join generate_series(0, 30) n where days >> n & 1 = 1 group by 1)
  select day, coalesce(a.active, 0) as active, coalesce(p.depositors, 0) as depositors
  from active a full join paying p using (day);
