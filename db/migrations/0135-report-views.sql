-- What other programs read of the figures, as the role nare_report: sums only, nothing about one person. Amounts are minor units.
do $$ begin
  if not exists (select from pg_roles where rolname = 'nare_report') then create role nare_report nologin; end if;
exception when duplicate_object or unique_violation then null; end $$;
grant usage on schema report to nare_report;

create function report.is_stake(kind text) returns boolean language sql immutable parallel safe as $$
  select kind in ('stake', 'stake_released', 'bonus_stake', 'bonus_stake_released')
$$;

create view report.gross as
  select d.day, p.product, p.sport, p.competition, p.market, p.source, sum(d.bets)::bigint as bets,
    coalesce(sum(d.amount) filter (where report.is_stake(d.kind)), 0)::bigint as stakes,
    coalesce(-sum(d.amount) filter (where not report.is_stake(d.kind)), 0)::bigint as returns,
    coalesce(-sum(d.amount) filter (where d.kind in ('cash_out', 'bonus_cash_out')), 0)::bigint as cash_outs,
    coalesce(sum(d.amount) filter (where d.kind in ('bonus_stake', 'bonus_stake_released')), 0)::bigint as bonus,
    sum(d.amount)::bigint as gross
  from report.play_day d join report.place p using (place_id)
  group by d.day, p.product, p.sport, p.competition, p.market, p.source;
comment on view report.gross is 'Bets, stakes, returns and gross result by day of the country and place. The sum over all rows of a day is the day; a stake that was given back because its bet was not placed is no stake.';

create view report.payments as
  select day, account, kind, -amount as amount, transfers from report.money_day where account like 'provider:%';
comment on view report.payments is 'Money in (positive) and out at each provider, by day and kind of transfer.';

create view report.taxes as
  select day, account, kind, amount, transfers from report.money_day where account like 'tax:%';
comment on view report.taxes is 'What became due (positive) on each account of a tax and was paid from it (tax_remittance), by day.';

create view report.tax_days as
  select coalesce(d.tax, r.tax) as tax, coalesce(d.day, r.day) as day, d.amount as declared, d.at as declared_at,
    coalesce(r.amount, 0)::bigint as remitted
  from report.declaration d
    full join (select tax, day, sum(amount) as amount from report.remittance group by tax, day) r on r.tax = d.tax and r.day = d.day;
comment on view report.tax_days is 'Declared and remitted tax by the day that it is about.';

create view report.accounts as
  select account, sum(amount)::bigint as balance from report.money_day group by account;
comment on view report.accounts is 'The balances of the operator''s accounts and of all bettors together by kind of account. Money at a provider or in the bank is negative.';

create view report.bettors as
  with active as (
    select month + n as day, count(distinct bettor_id)::bigint as active
    from report.bettor_month cross join generate_series(0, 30) n where days >> n & 1 = 1 group by 1),
  paying as (
    select month + n as day, count(*)::bigint as depositors
    from report.depositor_month cross join generate_series(0, 30) n where days >> n & 1 = 1 group by 1)
  select day, coalesce(a.active, 0) as active, coalesce(p.depositors, 0) as depositors
  from active a full join paying p using (day);
comment on view report.bettors is 'How many bettors placed a bet and how many deposited, by day.';

grant select on report.gross, report.payments, report.taxes, report.tax_days, report.accounts, report.bettors to nare_report;
-- The functions of a view are run with the rights of who reads it.
revoke all on function report.is_stake(text) from public;
grant execute on function report.is_stake(text) to nare_report, nare_app;
