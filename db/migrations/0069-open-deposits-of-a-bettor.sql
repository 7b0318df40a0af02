-- A request for a deposit asks for the open ones of its bettor. By the index of all open deposits PostgreSQL read every one of them.
create index deposit_open_of_bettor on payments.deposit (bettor_id) where state in ('created', 'submitted', 'pending', 'unknown');
