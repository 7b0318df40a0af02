-- The crash game. A chain's tip is published before its salt exists; what decides its games lies in games.crash_secret, encrypted. No
-- other table has anything of the future.
create schema if not exists games;
grant usage on schema games to nare_app;

-- `salt_source` names, at publication, the public salt that does not exist yet. Rounds are opened once the salt is drawn.
create table games.crash_chain (
  chain_id text primary key check (chain_id = 'crash-' || number),
  number int not null unique check (number > 0),
  games int not null check (games > 0),
  tip text not null check (tip ~ '^[0-9a-f]{64}$'),
  salt_source text not null check (length(salt_source) between 1 and 200),
  published_at timestamptz not null default platform.now(),
  salt text check (salt ~ '^[0-9a-f]{16,128}$'),
  salted_at timestamptz,
  -- Set where the chain's secret was lost: its unfinished rounds are void.
  lost text check (length(lost) between 1 and 200),
  check ((salt is null) = (salted_at is null))
);
-- Every thousandth link of a chain, sealed with the key of the environment. Only the owner's use cases read this table.
create table games.crash_secret (
  chain_id text primary key references games.crash_chain,
  sealed bytea not null
);
grant select on games.crash_chain, games.crash_secret to nare_app;
grant insert (chain_id, number, games, tip, salt_source) on games.crash_chain to nare_app;
grant update (salt, salted_at, lost) on games.crash_chain to nare_app;
grant insert on games.crash_secret to nare_app;

-- A game of a chain that is on offer or was; platform.round has its state. `flown_ms` is the owner's last heartbeat of the flight.
-- `crash_point` in hundredths and `hash` are published after the flight.
create table games.crash_round (
  round_id text primary key,
  round int not null unique,
  chain_id text not null references games.crash_chain,
  game_no int not null check (game_no > 0),
  started_at timestamptz,
  flown_ms int check (flown_ms >= 0),
  crash_point bigint check (crash_point >= 100),
  hash text check (hash ~ '^[0-9a-f]{64}$'),
  -- The flight ended without its owner, after the last heartbeat: bets without a target are void.
  unwatched boolean not null default false,
  settled_at timestamptz,
  unique (chain_id, game_no),
  check ((started_at is null) = (flown_ms is null)),
  check ((crash_point is null) = (hash is null))
);
create index crash_round_unsettled on games.crash_round (round) where settled_at is null;
create index crash_round_settled on games.crash_round (round desc) where settled_at is not null and hash is not null;
grant select on games.crash_round to nare_app;
grant insert (round_id, round, chain_id, game_no) on games.crash_round to nare_app;
grant update (started_at, flown_ms, crash_point, hash, unwatched, settled_at) on games.crash_round to nare_app;

-- What a ticket of betting.bet stakes on. `client_id` is the ticket's; `target` is the bettor's, `cap` the multiplier at which the bet cashes out by itself, both in
-- hundredths. `command` is the id of the cash-out or the cancellation.
create table games.crash_bet (
  bet_id bigint primary key,
  round int not null,
  bettor bigint not null,
  client_id uuid not null,
  slot smallint not null check (slot in (1, 2)),
  stake bigint not null check (stake > 0),
  target int check (target >= 101),
  cap int not null check (cap >= 100),
  state text not null default 'open' check (state in ('open', 'won', 'lost', 'void')),
  cashed_out_at int check (cashed_out_at between 101 and cap or cashed_out_at = cap),
  command uuid,
  placed_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'won') = (cashed_out_at is not null)),
  check ((state = 'open') = (decided_at is null))
) with (fillfactor = 80);
create unique index crash_bet_slot on games.crash_bet (round, bettor, slot) where state <> 'void';
create unique index crash_bet_command on games.crash_bet (bettor, command) where command is not null;
create index crash_bet_open on games.crash_bet (round, bet_id) where state = 'open';
create index crash_bet_round on games.crash_bet (round, bet_id);
grant select on games.crash_bet to nare_app;
grant insert (bet_id, round, bettor, client_id, slot, stake, target, cap, placed_at) on games.crash_bet to nare_app;
grant update (state, cashed_out_at, command, decided_at) on games.crash_bet to nare_app;

-- Cash-outs that a process read which does not own the flight, with when it read them. The owner answers; rows live for one round.
create table games.crash_ask (
  ask_id uuid primary key,
  round int not null,
  bet_id bigint not null,
  bettor bigint not null,
  command uuid not null,
  read_at timestamptz not null,
  answer text check (answer in ('out', 'too_early', 'too_late', 'not_found', 'id_reused', 'overloaded'))
) with (fillfactor = 70);
create index crash_ask_open on games.crash_ask (round) where answer is null;
grant select, delete on games.crash_ask to nare_app;
grant insert (ask_id, round, bet_id, bettor, command, read_at) on games.crash_ask to nare_app;
grant update (answer) on games.crash_ask to nare_app;

-- A salt is drawn once, a decided bet stays decided, and nothing that decided a round is published before it has ended.
create function games.crash_salt_once() returns trigger language plpgsql as $$
begin
  if old.salt is not null and new.salt is distinct from old.salt then
    raise exception 'the salt of chain % was drawn already', old.chain_id;
  end if;
  return new;
end $$;
create trigger crash_salt_once before update on games.crash_chain for each row execute function games.crash_salt_once();

create function games.crash_bet_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'crash bet % was decided already', old.bet_id;
  end if;
  return new;
end $$;
create trigger crash_bet_once before update on games.crash_bet for each row execute function games.crash_bet_once();

create function games.crash_publish() returns trigger language plpgsql as $$
begin
  if new.hash is distinct from old.hash or new.crash_point is distinct from old.crash_point then
    if old.hash is not null
      or not exists (select from platform.round p where p.round_id = old.round_id and p.state = 'ended') then
      raise exception 'the crash point of round % cannot be published', old.round_id;
    end if;
  end if;
  return new;
end $$;
create trigger crash_publish before update on games.crash_round for each row execute function games.crash_publish();
