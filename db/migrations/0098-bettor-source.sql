-- Operators list accounts by the source of their sign-up.
create index bettor_source on identity.bettor (utm_source, id) where utm_source is not null;
