-- The money that a grant was given for: the deposit, as it was credited. A withdrawal that leaves less cash ends the grant.
alter table bonus.grant add column given_for bigint check (given_for > 0);
alter table promotions.reward add column given_for bigint check (given_for > 0);
