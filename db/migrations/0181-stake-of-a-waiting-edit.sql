-- What an edit in play will stake, in cents. Until it is decided it counts towards the bettor's stake limits, as a reserved stake does.
alter table betting.edit_wait add column stake bigint not null default 0 check (stake >= 0);
create index edit_wait_of_bettor on betting.edit_wait (bettor_id);

-- All that the gate of stakes knows of waiting edits.
create view protection.waiting_stake as select bettor_id, stake, until from betting.edit_wait;
grant select on protection.waiting_stake to nare_app;
