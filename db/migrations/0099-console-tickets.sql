-- Tickets of all products, newest first. Neither index has a column that a settlement changes, so that settlements stay within the page.
create index bet_newest on betting.bet (placed_at, bet_id);
-- The few tickets with a stake of 1,000 or more.
create index bet_large on betting.bet (placed_at, bet_id, stake) where stake >= 100000;

-- The session and the browser that placed a ticket, as the first bytes of the SHA-256 of their secrets. No raw token is stored.
alter table betting.bet
  add column session_mark bytea check (length(session_mark) = 16),
  add column device_mark bytea check (length(device_mark) = 16);
