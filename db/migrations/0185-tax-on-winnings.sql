-- The tax on winnings that a ticket's payments have withheld, and the part of it that its cash-outs have: as `returned` and `cashed`.
alter table betting.bet
  add column tax bigint not null default 0,
  add column cashed_tax bigint not null default 0;

-- One row for each payment or reversal of a ticket with a tax on winnings, with the rate of its day: `n` is that of the settlement or
-- cash-out. `amount` is what it withheld; below zero if it gave tax back. A ticket that never had such a tax has none.
create table betting.win_tax (
  bet_id bigint not null,
  step text not null check (step in ('settle', 'reverse', 'cash-out')),
  n int not null check (n > 0),
  percent numeric(6, 3) not null check (percent between 0 and 100),
  base text not null check (base in ('net', 'gross')),
  day date not null,
  amount bigint not null,
  at timestamptz not null default platform.now(),
  primary key (bet_id, step, n),
  check (step <> 'reverse' or amount < 0),
  check (step <> 'cash-out' or amount > 0)
);
create trigger win_tax_stays before update or delete or truncate on betting.win_tax
  for each statement execute function platform.refuse_change();
grant select, insert on betting.win_tax to nare_app;

-- The tax of a provider's payment without a ticket, such as the win of a free round.
alter table casino.provider_tx add column tax bigint not null default 0;

-- The tax on winnings has an account of its own, and so days of its own.
alter table report.declaration drop constraint declaration_tax_check,
  add constraint declaration_tax_check check (tax in ('excise', 'withholding', 'winnings', 'gross'));
alter table report.remittance drop constraint remittance_tax_check,
  add constraint remittance_tax_check check (tax in ('excise', 'withholding', 'winnings', 'gross'));
