-- The lists of the house: deposits that have not ended, and the log by who, what and when.
create index deposit_open on payments.deposit (id) where state in ('created', 'submitted', 'pending', 'unknown');
create index audit_operator on operator.audit (operator, id);
create index audit_action on operator.audit (action, id);
create index audit_at on operator.audit (at);
