-- The winners of the lobby and the crash board read the rounds that were closed last, of any provider.
create index round_closed on casino.round (closed_at) where closed_at is not null and bet_id is not null;
drop index casino.round_of_smartsoft;
