-- The providers' statements that people compared with a day of the ledger. The file itself is not kept: `hash` recognises it.
create table payments.statement (
  id uuid primary key,
  provider text not null check (provider in ('mpesa', 'airtel')),
  day date not null,
  hash bytea not null,
  operator text not null check (length(operator) between 1 and 80),
  at timestamptz not null,
  lines integer not null,
  other_days integer not null,
  not_completed integer not null,
  matched integer not null,
  bad_lines integer not null,
  bad_rows jsonb not null,
  unique (provider, day, hash)
);
create index statement_of_day on payments.statement (provider, day, at);

-- What a day of the ledger and of the statement do not have in common. `key` is the receipt, or our payment.
create table payments.difference (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('mpesa', 'airtel')),
  day date not null,
  kind text not null check (kind in ('ours_only', 'theirs_only', 'differs')),
  key text not null,
  payment_id bigint,
  receipt text,
  reference text,
  ours bigint,
  theirs bigint,
  line integer,
  happened_at timestamptz,
  state text not null default 'open' check (state in ('open', 'assigned', 'receipt', 'ended', 'noted')),
  operator text check (length(operator) between 1 and 80),
  reason text,
  acted_at timestamptz,
  replaced_at timestamptz,
  check ((state = 'open') = (operator is null) and (operator is null) = (acted_at is null) and (operator is null) = (reason is null)),
  check (replaced_at is null or state = 'open')
);
create unique index difference_current on payments.difference (provider, day, kind, key) where replaced_at is null;
create index difference_of_payment on payments.difference (payment_id) where replaced_at is null and state = 'open';

-- Payments that the statement of a day has and the ledger has on another one: they crossed midnight.
create table payments.matched_elsewhere (
  payment_id bigint primary key,
  provider text not null,
  day date not null
);
grant select, insert, update on payments.statement, payments.matched_elsewhere to nare_app;
grant select, insert on payments.difference to nare_app;
grant update (ours, theirs, line, reference, happened_at, state, operator, reason, acted_at, replaced_at) on payments.difference to nare_app;
