-- Figures of the house, summed by days of the country while transfers come. A reader of the ledger writes them, and `npm run ledger:verify`
-- compares them with the entries up to the transfer that the reader has read.
create schema report;
grant usage on schema report to nare_app;

-- Where a ticket stands in the figures. A ticket without one match has its product as sport, competition and market, a multi has 'multi', one
-- that was never placed 'not_placed'. The source is that of the bettor's sign-up.
create table report.place (
  place_id int generated always as identity primary key,
  product text not null,
  sport text not null,
  competition text not null,
  market text not null,
  source text not null,
  unique (product, sport, competition, market, source)
);

-- What the account of a product received (positive) and paid for tickets of a place. `bets` are the placed tickets whose stake is among the
-- transfers.
create table report.play_day (
  day date not null,
  place_id int not null,
  kind text not null,
  amount bigint not null,
  transfers bigint not null,
  bets bigint not null,
  primary key (day, place_id, kind)
);

-- What each of the operator's own accounts received and paid, by its name, and bettors together by the kind of account, as 'bettors:cash'.
create table report.money_day (
  day date not null,
  account text not null,
  kind text not null,
  amount bigint not null,
  transfers bigint not null check (transfers > 0),
  primary key (day, account, kind)
);
create index money_day_account on report.money_day (account, day);

-- The bettors who placed a bet of a place in a month, and those who deposited: bit n of `days` is day n + 1. A count of bettors over days
-- reads one row for each bettor and month.
create table report.bettor_month (
  month date not null check (month = date_trunc('month', month)::date),
  place_id int not null,
  bettor_id bigint not null,
  days int not null check (days > 0),
  primary key (month, place_id, bettor_id)
);
create table report.depositor_month (
  month date not null check (month = date_trunc('month', month)::date),
  bettor_id bigint not null,
  days int not null check (days > 0),
  primary key (month, bettor_id)
);

-- Stakes of bets that were not placed yet when they were read: they count at 'not_placed' and move to the place of their bet once it is there.
create table report.unplaced (
  transfer_no bigint primary key,
  bet_id bigint not null,
  bettor_id bigint,
  day date not null,
  product text not null,
  kind text not null,
  amount bigint not null,
  bets bigint not null
);
create index unplaced_bet on report.unplaced (bet_id);

grant select, insert, delete on report.place, report.unplaced to nare_app;
grant select, insert, update, delete on report.play_day, report.money_day, report.bettor_month, report.depositor_month to nare_app;

-- Sign-ups are counted by day.
create index bettor_signed_up on identity.bettor (signed_up_at);
