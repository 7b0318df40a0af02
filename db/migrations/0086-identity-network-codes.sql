-- The codes that callers behind one network address had sent to numbers that were never verified, for a day: where few of them are entered,
-- further codes follow a proof of work.
create table identity.network_code (
  id bigint generated always as identity primary key,
  network text not null check (length(network) <= 100),
  msisdn text not null,
  sent_at timestamptz not null
);
create index network_code_recent on identity.network_code (network, id desc);
create index network_code_sent on identity.network_code (sent_at);
grant select, insert, delete on identity.network_code to nare_app;
