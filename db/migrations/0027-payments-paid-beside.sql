-- When a prompt ends, what was paid by hand under its reference is looked for.
create index paybill_of_deposit on payments.paybill (deposit_id) where deposit_id is not null;
