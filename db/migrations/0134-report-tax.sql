-- What the house pays from its bank: the payment of a tax is a transfer from the account of the tax to it.
alter table ledger.account drop constraint account_kind_check;
alter table ledger.account add constraint account_kind_check
  check (kind in ('cash', 'bonus', 'points', 'debt', 'returnable', 'house', 'provider', 'transit', 'tax', 'jackpot', 'bank'));

-- What was due for a day when its file was ready, half an hour after the day. A row is never changed.
create table report.declaration (
  tax text not null check (tax in ('excise', 'withholding', 'gross')),
  day date not null,
  amount bigint not null,
  until_transfer bigint not null,
  at timestamptz not null default platform.now(),
  primary key (tax, day)
);

-- Payments to the revenue authority, by the id of their command.
create table report.remittance (
  id uuid primary key,
  tax text not null check (tax in ('excise', 'withholding', 'gross')),
  day date not null,
  amount bigint not null check (amount > 0),
  reference text not null check (length(reference) between 1 and 60),
  operator text not null,
  at timestamptz not null default platform.now()
);
create index remittance_day on report.remittance (day, tax);
create trigger declaration_stays before update or delete or truncate on report.declaration
  for each statement execute function platform.refuse_change();
create trigger remittance_stays before update or delete or truncate on report.remittance
  for each statement execute function platform.refuse_change();
grant select, insert on report.declaration, report.remittance to nare_app;
