-- A ticket can get more stakes after its first (a hand of blackjack that is doubled, the next bet of a casino round): `stake` is their
-- sum, `times_staked` their number.
alter table betting.bet add column times_staked int not null default 1 check (times_staked > 0);
