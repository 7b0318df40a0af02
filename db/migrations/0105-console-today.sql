-- Whether text messages arrive at the provider: how many in a row were not accepted, since when, and when the last one was.
create table identity.sms_state (
  one boolean primary key default true check (one),
  failures int not null check (failures >= 0),
  failing_since timestamptz check ((failing_since is null) = (failures = 0)),
  accepted_at timestamptz
);
grant select, insert, update on identity.sms_state to nare_app;

-- The balance of the account from which a provider pays out, as the provider last said, and when it was last asked.
create table payments.float (
  provider text primary key,
  balance bigint,
  said_at timestamptz check ((said_at is null) = (balance is null)),
  asked_at timestamptz not null,
  -- The hash of the provider's id of the last query, while its answer is awaited.
  conversation_hash text
);
grant select, insert, update on payments.float to nare_app;
alter table payments.address drop constraint address_purpose_check, drop constraint address_check,
  add constraint address_purpose_check check (purpose in
    ('prompt', 'payout', 'payout_timeout', 'payout_status', 'receipt_status', 'paybill', 'paybill_check', 'float')),
  add constraint address_check check ((payment_id is null) = (purpose in ('paybill', 'paybill_check', 'float')));

-- What the house was alerted to by SMS: an event that comes back stays quiet for a time.
create schema console;
grant usage on schema console to nare_app;
create table console.alert (
  event text primary key check (length(event) between 1 and 80),
  alerted_at timestamptz not null,
  ended_at timestamptz
);
grant select, insert, update, delete on console.alert to nare_app;
