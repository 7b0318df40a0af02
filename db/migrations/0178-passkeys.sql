-- The passkeys of bettors: the public half of a key that a device of theirs keeps, with which they log in and confirm a withdrawal.
create table identity.passkey (
  no bigint generated always as identity primary key,
  -- The id by which the browser names it.
  id text not null check (length(id) between 1 and 300),
  bettor bigint not null references identity.bettor (id),
  name text not null check (length(name) between 1 and 60),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz
);
create unique index passkey_id on identity.passkey (id) where ended_at is null;
create index passkey_of_bettor on identity.passkey (bettor, no);
create index passkey_ended on identity.passkey (ended_at) where ended_at is not null;

-- Challenges that a passkey has answered: each is answered once.
create table identity.passkey_challenge (
  hash bytea primary key check (length(hash) = 32),
  answered_at timestamptz not null
);
create index passkey_challenge_at on identity.passkey_challenge (answered_at);
grant select, insert, update, delete on identity.passkey, identity.passkey_challenge to nare_app;

-- `credentials_at` is when the password or the number of an account last changed: for a day after it, money leaves an account with passkeys
-- by a passkey that is older. `passkey_withdrawals`: the bettor wants to be asked for a passkey before each withdrawal.
alter table identity.bettor
  add column credentials_at timestamptz,
  add column passkey_withdrawals boolean not null default false;
