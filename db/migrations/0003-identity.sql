create schema identity;
grant usage on schema identity to nare_app;

create table identity.bettor (
  id bigint generated always as identity primary key,
  msisdn text not null unique check (msisdn ~ '^254[17][0-9]{8}$'),
  password_hash text not null check (password_hash like '$argon2id$%'),
  name text not null,
  email text check (email = lower(email)),
  email_confirmed_at timestamptz,
  date_of_birth date not null,
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  verified_at timestamptz,
  signed_up_at timestamptz not null,
  utm_source text,
  utm_campaign text,
  btag text,
  check (email_confirmed_at is null or email is not null)
);
-- An address that nobody confirmed must not keep its owner out.
create unique index bettor_email on identity.bettor (email) where email_confirmed_at is not null;

-- One live code for each number and purpose. Numbers without an account have rows too, so that they cost the same.
create table identity.code (
  msisdn text not null,
  purpose text not null check (purpose in ('verify', 'reset')),
  salt bytea not null,
  hash bytea not null,
  tries int not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  primary key (msisdn, purpose)
);

-- How much of something was used in a window that ends at `until`.
create table identity.quota (
  key text primary key,
  used int not null check (used > 0),
  until timestamptz not null
);
create index quota_until on identity.quota (until);

-- Failed logins in a row, by number, whether it has an account or not.
create table identity.failed_login (
  msisdn text primary key,
  failures int not null check (failures > 0),
  failed_at timestamptz not null,
  wait_until timestamptz not null
);

-- The token itself is never stored. An ended session stays a while, so that its token can be told it has ended.
create table identity.session (
  token_hash bytea primary key check (length(token_hash) = 32),
  bettor bigint not null references identity.bettor (id),
  signing_key text not null check (length(signing_key) >= 32),
  opened_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_bettor on identity.session (bettor) where ended_at is null;
create index session_expires on identity.session (expires_at);

-- Links sent by mail. One live link for each bettor and purpose.
create table identity.mail_link (
  bettor bigint not null references identity.bettor (id),
  purpose text not null check (purpose in ('confirm', 'reset')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  email text not null,
  expires_at timestamptz not null,
  primary key (bettor, purpose)
);

grant select, insert, update on identity.bettor to nare_app;
grant select, insert, update, delete
  on identity.code, identity.quota, identity.failed_login, identity.session, identity.mail_link to nare_app;
