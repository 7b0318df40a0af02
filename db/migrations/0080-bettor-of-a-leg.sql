-- The bets of one bettor on one match are read together when one of them is settled. Legs placed before this migration have no bettor and
-- are read alone.
alter table betting.leg add column bettor_id bigint;
create index leg_of_bettor on betting.leg (bettor_id, match_id) where bettor_id is not null;

alter table league.leg add column bettor_id bigint;
create index leg_of_bettor on league.leg (bettor_id, match_id) where bettor_id is not null;
