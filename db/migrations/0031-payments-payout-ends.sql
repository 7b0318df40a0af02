-- The provider's result message that a payout failed. Nobody signs it, so it moves no money; it opens the operators' end earlier.
-- And what a payout paid where that is not its sum, with what of the debit went back for it.
alter table payments.withdrawal
  add column claim_code text,
  add column claimed_at timestamptz,
  add column paid bigint check (paid > 0),
  add column returned bigint not null default 0 check (returned >= 0 and returned < debited),
  add check (state = 'done' or (paid is null and returned = 0)),
  add check (returned = 0 or paid < sum);
create index withdrawal_sent on payments.withdrawal (sent_at) where state = 'sent';

-- A return that paid less than its deposit leaves a rest to return.
drop index payments.withdrawal_returns_once;
create unique index withdrawal_returns_once on payments.withdrawal (returns)
  where returns is not null and state <> 'failed' and returned = 0;

-- How operators end a payout that the provider does not end: one proposes, another confirms the same.
create table payments.payout_end (
  id bigint generated always as identity primary key,
  withdrawal_id bigint not null references payments.withdrawal,
  outcome text not null check (outcome in ('paid', 'not_paid')),
  amount bigint check (amount > 0),
  evidence text not null check (length(evidence) between 4 and 80),
  reason text not null,
  proposed_by text not null check (length(proposed_by) between 1 and 80),
  proposed_at timestamptz not null,
  confirmed_by text check (length(confirmed_by) between 1 and 80),
  confirmed_at timestamptz,
  replaced_at timestamptz,
  check ((outcome = 'paid') = (amount is not null)),
  check ((confirmed_by is null) = (confirmed_at is null)),
  check (confirmed_by <> proposed_by),
  check (replaced_at is null or confirmed_at is null)
);
create unique index payout_end_current on payments.payout_end (withdrawal_id) where replaced_at is null;
grant select, insert on payments.payout_end to nare_app;
grant update (confirmed_by, confirmed_at, replaced_at) on payments.payout_end to nare_app;
