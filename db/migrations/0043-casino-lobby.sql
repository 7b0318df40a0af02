-- The casino's lobby. Games, categories and providers come from the operator's content file; what an operator changes of a game (its
-- place, switched off) is in columns of its own, which the file never overwrites. Providers are switched off in casino.provider_stop.

-- `listed`: whether the content file has it now.
create table casino.lobby_provider (
  provider_id text primary key check (provider_id ~ '^[a-z0-9]{2,20}$'),
  name text not null check (length(name) between 1 and 40),
  rank int not null,
  listed boolean not null
);
create table casino.lobby_category (
  category_id text primary key check (category_id ~ '^[a-z0-9-]{2,40}$' and category_id <> 'provider'),
  name text not null check (length(name) between 1 and 40),
  rank int not null,
  listed boolean not null
);

-- `rank` is the game's place in the file; `place` is the operator's: games with one come first. `words` is the text of the search.
create table casino.lobby_game (
  game_id text primary key check (game_id ~ '^[a-z0-9]{2,20}:[A-Za-z0-9._-]{1,79}$'),
  provider_id text not null references casino.lobby_provider check (provider_id = split_part(game_id, ':', 1)),
  category_id text not null references casino.lobby_category,
  name text not null check (length(name) between 1 and 60),
  words text not null,
  tile text not null check (tile ~ '^[a-z0-9-]{1,60}$'),
  rtp numeric(5, 2) check (rtp between 0 and 100),
  min_stake bigint check (min_stake > 0),
  data_kb int check (data_kb > 0),
  demo boolean not null,
  path text check (path ~ '^/[a-z]'),
  since date,
  rank int not null,
  listed boolean not null,
  is_on boolean not null default true,
  place int check (place between 1 and 9999),
  changed_by text check (length(changed_by) between 1 and 80),
  changed_at timestamptz
);
create index lobby_game_words on casino.lobby_game using gin (words gin_trgm_ops);

create table casino.favourite (
  bettor_id bigint not null,
  game_id text not null references casino.lobby_game,
  added_at timestamptz not null default platform.now(),
  primary key (bettor_id, game_id)
);
create table casino.recent (
  bettor_id bigint not null,
  game_id text not null references casino.lobby_game,
  opened_at timestamptz not null default platform.now(),
  primary key (bettor_id, game_id)
);

-- The winners of the lobby are the last closed rounds with a ticket.
create index round_closed on casino.round (closed_at) where closed_at is not null and bet_id is not null;

grant select, insert, update on casino.lobby_provider, casino.lobby_category, casino.lobby_game to nare_app;
grant select, insert, delete on casino.favourite to nare_app;
grant select, insert, update, delete on casino.recent to nare_app;
