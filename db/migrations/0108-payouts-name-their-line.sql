-- The line of the audit log that let a payout go: an approval, a return to a named number, the last sending again, or an end by hand. It stays
-- when the payout is sent later; an approval that is taken back takes it along.
alter table payments.withdrawal add column audit_id bigint;
