-- The board of crash games reads what was won since the beginning of a day, week or month.
create index crash_bet_won on games.crash_bet (decided_at) where state = 'won';
create index round_of_smartsoft on casino.round (closed_at) where provider = 'smartsoft' and closed_at is not null;
