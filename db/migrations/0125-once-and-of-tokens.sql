-- When a text was handed to the sender of SMS: a command that is repeated sends it once. Texts from before have been.
alter table identity.bettor_message add column handed_at timestamptz;
update identity.bettor_message set handed_at = at;
grant update (handed_at) on identity.bettor_message to nare_app;
alter table payments.proof_request add column handed_at timestamptz;
update payments.proof_request set handed_at = at;
grant update (handed_at) on payments.proof_request to nare_app;

-- The token with which something was proposed: what waits ends with it.
alter table operator.proposal add column token bigint references operator.staff_token (id);
create index proposal_of_token on operator.proposal (token) where state = 'waiting' and token is not null;
