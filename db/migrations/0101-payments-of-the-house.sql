-- Why a withdrawal waits for people, when a payout that a person has cleared may be sent, and the name that the provider knows for a phone.
alter table payments.withdrawal
  add column because text[] not null default '{}',
  add column sends_at timestamptz,
  add column party text check (length(party) between 1 and 120);
alter table payments.deposit add column party text check (length(party) between 1 and 120);

-- The operator who works on a withdrawal, in sight of the others.
create table payments.withdrawal_claim (
  withdrawal_id bigint primary key references payments.withdrawal,
  operator text not null check (length(operator) between 1 and 80),
  until timestamptz not null
);
-- What operators asked the bettor to prove.
create table payments.proof_request (
  id bigint generated always as identity primary key,
  withdrawal_id bigint not null references payments.withdrawal,
  text text not null check (length(text) between 3 and 300),
  operator text not null check (length(operator) between 1 and 80),
  at timestamptz not null
);
create index proof_request_of_withdrawal on payments.proof_request (withdrawal_id, id);
-- What operators stopped by hand at a provider.
create table payments.stop (
  provider text not null check (provider in ('mpesa', 'airtel')),
  part text not null check (part in ('payouts', 'deposits')),
  operator text not null check (length(operator) between 1 and 80),
  reason text not null,
  since timestamptz not null,
  primary key (provider, part)
);
grant select, insert, update on payments.withdrawal_claim to nare_app;
grant select, insert on payments.proof_request to nare_app;
grant select, insert, delete on payments.stop to nare_app;

-- An approval that was taken back counts no longer, and its operator may decide again.
alter table payments.approval drop constraint approval_pkey;
alter table payments.approval add column undone_at timestamptz;
create unique index approval_once on payments.approval (withdrawal_id, operator) where undone_at is null;
grant update (undone_at) on payments.approval to nare_app;

-- Lists of all payments. Rows are stored in the order of their times, for which BRIN is small.
create index deposit_created on payments.deposit using brin (created_at);
create index withdrawal_created on payments.withdrawal using brin (created_at);
create index deposit_claimed on payments.deposit (claim_receipt) where claim_receipt is not null and state <> 'succeeded';
