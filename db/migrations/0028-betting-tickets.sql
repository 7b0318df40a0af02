-- betting.bet is the ticket of every product. Legs that do not fit betting.leg are kept in the schema of their product.
alter table betting.bet drop constraint bet_product_check, drop constraint bet_type_check;
alter table betting.bet
  add constraint bet_product_check check (product in ('sports', 'jackpot', 'league', 'casino', 'games')),
  add constraint bet_type_check check (type in ('single', 'multi', 'system', 'jackpot')),
  -- A share of a pool has no possible win before the pool is settled.
  alter column possible_win drop not null,
  alter column accept set default 'none',
  alter column boost_percent set default 0,
  alter column boost_amount set default 0;

-- Bets are listed by the time of their placement: ids are reserved in blocks, so they do not follow it.
create index bet_placed on betting.bet (bettor_id, placed_at, bet_id);
drop index betting.bet_of_bettor;
