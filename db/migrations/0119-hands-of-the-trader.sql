-- What operators have stopped above the matches: all live matches, a sport, a competition. A match has its own flag, `match.held`. A flag is
-- never deleted, so that its version only grows: states of matches and markets that are published add it to their own.
create table catalog.stop (
  level text not null check (level in ('live', 'sport', 'competition')),
  id text not null,
  stopped boolean not null,
  version bigint not null default 1,
  author text not null,
  at timestamptz not null,
  primary key (level, id),
  check ((level = 'live') = (id = ''))
);
grant select, insert, update on catalog.stop to nare_app;

-- What operators have stopped in a match: a market, a line of it, or an outcome. '*' is every line, and every outcome.
create table catalog.market_stop (
  match_id int not null references catalog.match,
  market_id int not null,
  line text not null,
  odd_key text not null,
  stopped boolean not null,
  version bigint not null default 1,
  author text not null,
  at timestamptz not null,
  primary key (match_id, market_id, line, odd_key)
);
grant select, insert, update on catalog.market_stop to nare_app;

-- Prices by hand of a line, by outcome: { "home_team": { "price": 2450, "by": "baraka", "at": "…" } }, price null for an outcome that is not
-- offered. While there are any, `model` has the prices of the feed, and `prices` what bettors are offered.
alter table catalog.market
  add column hand jsonb check (jsonb_typeof(hand) = 'object' and hand <> '{}'),
  add column model int[],
  add check ((hand is null) = (model is null)),
  add check (model is null or cardinality(model) = cardinality(keys));
create index market_by_hand on catalog.market (match_id) where hand is not null;

-- The prices that a line offers: those of the feed, replaced where there is one by hand.
create function catalog.offered(keys text[], prices int[], hand jsonb) returns int[] language sql immutable parallel safe
  set search_path = pg_catalog as $$
  select array_agg(case when hand ? key then (hand -> key ->> 'price')::int else price end order by place)
  from unnest(keys, prices) with ordinality as outcome (key, price, place)
$$;
grant execute on function catalog.offered(text[], int[], jsonb) to nare_app;
