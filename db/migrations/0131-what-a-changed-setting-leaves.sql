-- The rule by which a bet first earned points, so that a changed rule never alters what it has earned; null for bets from before.
alter table points.bet add column rule text check (length(rule) <= 80);
-- The prizes of a period and the most that they may be, as they were at its first run, so that a change holds for the next period; null for
-- periods from before, and for one that nobody has looked at: they have those of now.
alter table boards.season
  add column prizes text check (length(prizes) <= 2000),
  add column prize_percent int check (prize_percent between 0 and 100);
