-- A bettor's download reads each table by the bettor and the key of its pages. Without these indexes a page reads the rows of everybody.
create index round_of_bettor on casino.round (bettor_id, id);
create index provider_tx_of_bettor on casino.provider_tx (bettor_id, id);
create index score_of_bettor on boards.score (bettor_id, season_id);
create index cash_out_rule_of_bettor on betting.cash_out_rule (bettor_id, bet_id);
create index adjustment_of_bettor on points.adjustment (bettor_id, id);
create index prize_of_bettor on fantasy.prize (bettor_id, week_no);
create index crash_bet_of_bettor on games.crash_bet (bettor, bet_id);
create index lot_of_bettor on points.lot (bettor_id, id);
create index bet_of_bettor on points.bet (bettor_id, bet_id);
create index prize_of_bettor on boards.prize (bettor_id, season_id);
create index team_of_bettor on fantasy.team (bettor_id, week_no);
create index message_to_of_bettor on content.message_to (bettor, message_id);
