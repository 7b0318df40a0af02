-- An operator who holds a withdrawal keeps its claim for an hour and says why; null for a claim by opening it.
alter table payments.withdrawal_claim add column reason text check (length(reason) between 3 and 500);

-- What people decided today.
create index approval_at on payments.approval (at) where undone_at is null;
