-- The seamless wallet: what game providers have debited and credited, round by round.
create schema casino;
grant usage on schema casino to nare_app;

-- A launch of a game. Its one-time token must be used until `launch_until`; the token of the session follows it. Only hashes are stored.
-- The session ends with the bettor's session that has this signing key.
create table casino.session (
  id bigint generated always as identity primary key,
  launch_hash bytea not null unique,
  token_hash bytea unique,
  provider text not null,
  game_id text not null check (length(game_id) between 1 and 100),
  bettor_id bigint not null,
  signing_key text,
  opened_at timestamptz not null default platform.now(),
  launch_until timestamptz not null,
  activated_at timestamptz,
  expires_at timestamptz not null
);
create index session_of_bettor on casino.session (bettor_id, provider, id);
create index session_expired on casino.session (expires_at);

-- A provider's round of one bettor: one ticket (`bet_id`), or none while nothing was staked. `bets` are the debits that stand, `refunded`
-- those that were rolled back, `results` the credits. `closed_by` names who closed it where that was not the provider.
create table casino.round (
  id bigint generated always as identity primary key,
  provider text not null,
  round_id text not null check (length(round_id) between 1 and 300),
  bettor_id bigint not null,
  game_id text not null check (length(game_id) between 1 and 100),
  bet_id bigint unique,
  bets int not null default 0 check (bets >= 0),
  refunded int not null default 0 check (refunded >= 0),
  results int not null default 0 check (results >= 0),
  opened_at timestamptz not null default platform.now(),
  changed_at timestamptz not null default platform.now(),
  closed_at timestamptz,
  closed_by text,
  unique (provider, round_id, bettor_id),
  check (closed_by is null or closed_at is not null)
) with (fillfactor = 85);
create index round_open on casino.round (changed_at, id) where closed_at is null;

-- Each transaction of a provider, once. A repeat has the same hash and gets the same result; `id` and `at` are what a provider is told
-- of it. A tombstone stands for a debit that was rolled back before it arrived.
create table casino.provider_tx (
  id bigint generated always as identity unique,
  provider text not null,
  tx_id text not null check (length(tx_id) between 1 and 300),
  kind text not null check (kind in ('debit', 'credit', 'rollback', 'adjust', 'tombstone')),
  bettor_id bigint not null,
  round_id text,
  game_id text,
  ref_tx text,
  amount bigint not null,
  hash bytea,
  rolled_back boolean not null default false,
  at timestamptz not null default platform.now(),
  primary key (provider, tx_id),
  check ((kind = 'tombstone') = (hash is null)),
  check (kind = 'adjust' or amount >= 0)
) with (fillfactor = 90);
create index provider_tx_of_round on casino.provider_tx (provider, round_id, bettor_id);

-- Providers that an operator has switched off take no new stakes. One that is on again keeps its row.
create table casino.provider_stop (
  provider text primary key,
  stopped boolean not null,
  operator text not null check (length(operator) between 1 and 80),
  changed_at timestamptz not null
);

grant select, insert, delete on casino.session to nare_app;
grant update (token_hash, activated_at) on casino.session to nare_app;
grant select, insert on casino.round, casino.provider_tx to nare_app;
grant update (bet_id, bets, refunded, results, changed_at, closed_at, closed_by) on casino.round to nare_app;
grant update (rolled_back) on casino.provider_tx to nare_app;
grant select, insert, update on casino.provider_stop to nare_app;
