-- Consumers of transfers, such as boards, points and promotions: each has received every transfer up to `transfer_no`, which is
-- moved by the transaction that stores the consumer's own work.
create table ledger.consumer (
  name text primary key check (length(name) between 1 and 60),
  transfer_no bigint not null default 0,
  changed_at timestamptz not null
);
grant select, insert, update on ledger.consumer to nare_app;
