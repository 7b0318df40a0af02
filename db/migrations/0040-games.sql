-- The house's own games of one bettor. Tickets are rows of betting.bet; here are seeds, rounds and moves. What decides an open round is
-- in games.server_seed, encrypted; no other table has anything that its bettor may not see yet.
create schema games;
grant usage on schema games to nare_app;

-- A server seed, sealed with the key of the environment, and in clear once it was revealed. `client_seed` is the one that it is used
-- with, from the time at which it becomes the active one.
create table games.server_seed (
  seed_id bigint generated always as identity primary key,
  bettor_id bigint not null,
  server_seed_hash text not null check (server_seed_hash ~ '^[0-9a-f]{64}$'),
  sealed bytea not null,
  client_seed text check (length(client_seed) between 1 and 64),
  made_at timestamptz not null default platform.now(),
  revealed text check (revealed ~ '^[0-9a-f]{64}$'),
  -- The rounds that were played with it: their nonces are 0 to rounds - 1.
  rounds int check (rounds >= 0),
  -- The command that revealed it, and the client seed that it asked for.
  rotation uuid,
  asked_client_seed text,
  revealed_at timestamptz,
  unique (bettor_id, server_seed_hash),
  unique (bettor_id, rotation),
  check (revealed is null or server_seed_hash = encode(sha256(convert_to(revealed, 'UTF8')), 'hex')),
  check ((revealed is null) = (rounds is null) and (revealed is null) = (revealed_at is null)
    and (revealed is null) = (rotation is null))
);
create index server_seed_of_bettor on games.server_seed (bettor_id, seed_id);

-- The seeds of a bettor: the active one, the next one, and the number of the next round. Its lock orders the bettor's rounds.
create table games.seeds (
  bettor_id bigint primary key,
  active bigint not null references games.server_seed,
  next bigint not null references games.server_seed,
  nonce int not null default 0 check (nonce >= 0),
  open_rounds smallint not null default 0 check (open_rounds between 0 and 50),
  check (active <> next)
) with (fillfactor = 50);
grant select, insert on games.server_seed, games.seeds to nare_app;
grant update (client_seed, revealed, rounds, rotation, asked_client_seed, revealed_at) on games.server_seed to nare_app;
grant update (active, next, nonce, open_rounds) on games.seeds to nare_app;

-- A round: `bet_id` is its ticket's. `options` and `result` are as calls have them; the result has only what its bettor may see by now.
-- `multiplier` is in ten-thousandths, `max_win` the most that it may pay, as it was when it was placed.
create table games.round (
  bet_id bigint primary key,
  bettor_id bigint not null,
  client_id uuid not null,
  game text not null check (game in ('dice', 'limbo', 'mines', 'plinko', 'keno', 'wheel', 'roulette', 'hi-lo', 'blackjack')),
  seed_id bigint not null references games.server_seed,
  nonce int not null check (nonce >= 0),
  stake bigint not null check (stake > 0),
  staked bigint not null check (staked >= stake),
  max_win bigint not null check (max_win > 0),
  options jsonb not null,
  state text not null check (state in ('open', 'done')),
  result jsonb not null,
  multiplier bigint not null check (multiplier >= 0),
  payout bigint not null default 0 check (payout >= 0 and payout <= max_win),
  placed_at timestamptz not null,
  settled_at timestamptz,
  unique (seed_id, nonce),
  unique (bettor_id, client_id),
  check ((state = 'open') = (settled_at is null)),
  check (state = 'done' or payout = 0)
) with (fillfactor = 85);
create index round_of_bettor on games.round (bettor_id, placed_at, bet_id);
create index round_of_game on games.round (bettor_id, game, placed_at, bet_id);
create index round_open on games.round (placed_at, bet_id) where state = 'open';
grant select, insert on games.round to nare_app;
grant update (staked, state, result, multiplier, payout, settled_at) on games.round to nare_app;

-- The moves of a round in their order. `id` is the command's; a move by which the house ended the round has none.
create table games.move (
  bet_id bigint not null references games.round,
  n smallint not null check (n between 0 and 99),
  bettor_id bigint not null,
  id uuid,
  move jsonb not null,
  at timestamptz not null default platform.now(),
  primary key (bet_id, n),
  unique (bettor_id, id)
);
grant select, insert on games.move to nare_app;

-- What an operator has set for a game; null is the value of the country.
create table games.setting (
  game text primary key,
  paused_by text check (length(paused_by) between 1 and 80),
  min_stake bigint check (min_stake > 0),
  max_stake bigint check (max_stake > 0),
  max_win bigint check (max_win > 0),
  changed_at timestamptz not null default platform.now(),
  check (min_stake <= max_stake)
);
insert into games.setting (game) values ('dice'), ('limbo'), ('mines'), ('plinko'), ('keno'), ('wheel'), ('roulette'), ('hi-lo'), ('blackjack');
grant select on games.setting to nare_app;
grant update (paused_by, min_stake, max_stake, max_win, changed_at) on games.setting to nare_app;

-- A server seed is revealed once, and never while a round may still be drawn from it.
create function games.reveal_once() returns trigger language plpgsql as $$
begin
  if old.revealed is not null then
    raise exception 'server seed % was revealed already', old.seed_id;
  end if;
  if old.client_seed is not null and new.client_seed is distinct from old.client_seed then
    raise exception 'the client seed of server seed % is in use', old.seed_id;
  end if;
  if new.revealed is not null and (
    exists (select from games.seeds where active = new.seed_id or next = new.seed_id)
    or exists (select from games.round where seed_id = new.seed_id and state = 'open')) then
    raise exception 'server seed % is in use', old.seed_id;
  end if;
  return new;
end $$;
create trigger reveal_once before update on games.server_seed for each row execute function games.reveal_once();
