-- The number on the other side of a payment, where the provider names it.
alter table aml.movement add column other text;

-- The payments of a case as they were read, since those of the rules live 90 days and a case seven years.
create table aml.case_payment (
  case_id bigint not null references aml.case_file,
  transfer_no bigint not null,
  kind text not null check (kind in ('deposit', 'withdrawal', 'withdrawal_released')),
  amount bigint not null check (amount >= 0),
  about text,
  at timestamptz not null,
  other text,
  primary key (case_id, transfer_no)
);
create trigger case_payment_stays before update on aml.case_payment for each statement execute function platform.refuse_change();
grant select, insert on aml.case_payment to nare_app;
