-- The legs of league bets, beside the tickets in betting.bet: a leg names a match of league.match and its round in platform.round.
-- They lie in parts of twenty million bet ids, as betting.leg does, and all are kept.
create table league.leg (
  bet_id bigint not null,
  n smallint not null,
  round int not null,
  match_id int not null,
  market_id text not null,
  odd_key text not null,
  price bigint not null check (price >= 1010),
  state text not null default 'open' check (state in ('open', 'won', 'lost', 'void')),
  start_time timestamptz not null,
  primary key (bet_id, n)
) partition by range (bet_id);
create index leg_of_round on league.leg (round, bet_id);
grant select, insert on league.leg to nare_app;
grant update (state) on league.leg to nare_app;

do $$
declare
  width constant bigint := 20000000;
  used bigint := (select (last_value + 1) * 1000 from betting.bet_block);
  high bigint := (used / width + 1) * width;
begin
  perform platform.make_part('league.leg', '0', null, high::text, 'with (fillfactor = 85)');
  perform platform.make_part('league.leg', 'later', high::text, null, 'with (fillfactor = 85)');
  perform platform.make_ranges('league.leg', 'bet_id', width, used, 2);
end $$;

-- How far the bets on a round are settled: `up_to` is the last bet that is done.
create table league.settlement (
  round int primary key references platform.round,
  up_to bigint not null default 0,
  legs bigint not null default 0,
  bets bigint not null default 0,
  asked_at timestamptz not null default platform.now(),
  done_at timestamptz
);
create index settlement_done on league.settlement (done_at) where done_at is not null;
grant select on league.settlement to nare_app;
grant insert (round) on league.settlement to nare_app;
grant update (up_to, legs, bets, done_at) on league.settlement to nare_app;

-- A league round is settled once and for ever, so what the house stood to pay on its outcomes goes with its last bet.
grant delete on betting.exposure to nare_app;
