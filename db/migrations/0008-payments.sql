create schema payments;
grant usage on schema payments to nare_app;

-- Deposits and withdrawals share their numbers, so that a number alone tells which payment is meant.
create sequence payments.payment_id;
grant usage on sequence payments.payment_id to nare_app;

-- A deposit is stored before anything is sent. `claim_*` is what somebody told us and the provider has not confirmed yet.
create table payments.deposit (
  id bigint primary key default nextval('payments.payment_id'),
  bettor_id bigint not null,
  kind text not null check (kind in ('prompt', 'paybill')),
  client_id uuid,
  hash bytea,
  provider text not null check (provider in ('mpesa', 'airtel')),
  msisdn text,
  amount bigint not null check (amount > 0),
  tax bigint not null check (tax >= 0),
  net bigint not null check (net > 0),
  reference text unique check (length(reference) between 1 and 12),
  state text not null check (state in ('created', 'submitted', 'pending', 'succeeded', 'failed', 'unknown')),
  reason text,
  request_id text,
  receipt text,
  claim_receipt text,
  claim_amount bigint,
  created_at timestamptz not null,
  submitted_at timestamptz,
  changed_at timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  unique (bettor_id, client_id),
  unique (provider, request_id),
  unique (provider, receipt),
  check (tax + net = amount),
  check (kind <> 'prompt' or (amount % 100 = 0 and client_id is not null and hash is not null and msisdn is not null and reference is not null)),
  check (kind <> 'paybill' or receipt is not null),
  check (state <> 'failed' or reason is not null)
);
create index deposit_due on payments.deposit (next_check_at) where next_check_at is not null;
create index deposit_unsent on payments.deposit (created_at) where state = 'created';
create index deposit_bettor on payments.deposit (bettor_id, id);
create index deposit_settled on payments.deposit (provider, changed_at) where state = 'succeeded';

-- The sum goes to the phone, the tax to the state; both are held from the moment of the request.
create table payments.withdrawal (
  id bigint primary key default nextval('payments.payment_id'),
  bettor_id bigint not null,
  client_id uuid not null,
  hash bytea not null,
  provider text not null check (provider in ('mpesa', 'airtel')),
  msisdn text not null,
  amount bigint not null,
  sum bigint not null check (sum > 0 and sum % 100 = 0),
  tax bigint not null check (tax >= 0),
  debited bigint not null,
  state text not null check (state in ('requested', 'checking', 'sent', 'done', 'failed')),
  reason text,
  approvers smallint check (approvers between 0 and 2),
  cleared_at timestamptz,
  conversation uuid not null unique,
  request_id text,
  receipt text,
  sends smallint not null default 0,
  created_at timestamptz not null,
  sent_at timestamptz,
  changed_at timestamptz not null,
  next_check_at timestamptz,
  checks integer not null default 0,
  unique (bettor_id, client_id),
  unique (provider, receipt),
  check (debited = sum + tax and debited <= amount),
  check (state not in ('sent', 'done') or (cleared_at is not null and sends > 0)),
  check (state = 'requested' or approvers is not null),
  check (state <> 'failed' or reason is not null)
);
create index withdrawal_waiting on payments.withdrawal (created_at) where state in ('requested', 'checking');
create index withdrawal_due on payments.withdrawal (next_check_at) where next_check_at is not null;
create index withdrawal_bettor on payments.withdrawal (bettor_id, created_at);
create index withdrawal_settled on payments.withdrawal (provider, changed_at) where state = 'done';

-- One word an operator; a second approver is another person.
create table payments.approval (
  withdrawal_id bigint not null references payments.withdrawal,
  operator text not null check (length(operator) between 1 and 80),
  approve boolean not null,
  at timestamptz not null,
  primary key (withdrawal_id, operator)
);

-- Where a provider answers: an unguessable path for each payment and purpose.
create table payments.address (
  key text primary key check (key ~ '^[0-9a-f]{32}$'),
  purpose text not null check (purpose in ('prompt', 'payout', 'payout_timeout', 'payout_status', 'receipt_status', 'paybill', 'paybill_check')),
  provider text not null,
  payment_id bigint,
  check ((payment_id is null) = (purpose in ('paybill', 'paybill_check')))
);
create unique index address_of_payment on payments.address (payment_id, purpose) where payment_id is not null;
create unique index address_of_provider on payments.address (provider, purpose) where payment_id is null;

-- What came in, as it came in, before anybody looked at it.
create table payments.callback (
  id bigint generated always as identity primary key,
  key text not null,
  body text not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  tries integer not null default 0,
  outcome text
);
create index callback_waiting on payments.callback (id) where processed_at is null;
create index callback_of_key on payments.callback (key) where processed_at is null;

-- Money that customers paid to our number by themselves, by receipt. What nobody can be found for waits as unmatched.
create table payments.paybill (
  id bigint generated always as identity primary key,
  provider text not null,
  receipt text not null,
  reference text not null,
  amount bigint not null check (amount > 0),
  payer text,
  state text not null check (state in ('unmatched', 'matched')),
  deposit_id bigint references payments.deposit,
  matched_by text,
  received_at timestamptz not null,
  unique (provider, receipt),
  check ((state = 'matched') = (deposit_id is not null))
);
create index paybill_unmatched on payments.paybill (id) where state = 'unmatched';

-- What a person has to look at.
create table payments.review (
  id bigint generated always as identity primary key,
  payment_id bigint not null,
  what text not null,
  facts text not null,
  at timestamptz not null,
  resolved_at timestamptz,
  unique (payment_id, what)
);

grant select, insert, update on payments.deposit, payments.withdrawal, payments.callback, payments.paybill, payments.review to nare_app;
grant select, insert on payments.approval, payments.address to nare_app;
