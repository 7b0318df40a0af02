-- A number whose sign-ups contradict each other has no password until its owner has proven it.
alter table identity.bettor alter column password_hash drop not null;

-- The sign-ups of a number that nobody has proven yet. The bettor's own row shows the only one; where there are several, none counts
-- before the number is proven. `id` is the ticket that its caller got.
create table identity.signup (
  id uuid primary key,
  bettor bigint not null references identity.bettor (id),
  password_hash text not null check (password_hash like '$argon2id$%'),
  name text not null,
  email text check (email = lower(email)),
  date_of_birth date not null,
  terms_version text not null,
  signed_up_at timestamptz not null,
  utm_source text,
  utm_campaign text,
  btag text
);
create index signup_bettor on identity.signup (bettor, signed_up_at);
create index signup_at on identity.signup (signed_up_at);
insert into identity.signup
  select gen_random_uuid(), id, password_hash, name, email, date_of_birth, terms_version, signed_up_at, utm_source, utm_campaign, btag
  from identity.bettor where verified_at is null;

-- One live code for each number, purpose and slot: a sign-up, or whoever asked. Codes live for minutes: those of before the change end.
-- `own_tries` are those of who shows the sign-up's or the code's id, which nobody else can use up; `tries` are everybody else's.
drop table identity.code;
create table identity.code (
  id uuid primary key,
  msisdn text not null,
  purpose text not null check (purpose in ('verify', 'reset', 'login')),
  slot text not null,
  signup uuid,
  salt bytea not null,
  hash bytea not null,
  tries int not null default 0 check (tries between 0 and 5),
  own_tries int not null default 0 check (own_tries between 0 and 5),
  expires_at timestamptz not null,
  unique (msisdn, purpose, slot)
);
create index code_expires on identity.code (expires_at);

-- Failed logins in a row, by number and by where they come from: a known device, an address, or a session.
drop table identity.failed_login;
create table identity.failed_login (
  msisdn text not null,
  source text not null,
  failures int not null check (failures > 0),
  failed_at timestamptz not null,
  wait_until timestamptz not null,
  primary key (msisdn, source)
);
create index failed_login_at on identity.failed_login (failed_at);

-- Browsers in which a bettor has logged in. The cookie itself is never stored.
create table identity.device (
  token_hash bytea not null check (length(token_hash) = 32),
  bettor bigint not null references identity.bettor (id),
  bound_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (token_hash, bettor)
);
create index device_bettor on identity.device (bettor, used_at);
create index device_expires on identity.device (expires_at);

grant select, insert, delete on identity.signup to nare_app;
grant select, insert, update, delete on identity.code, identity.failed_login, identity.device to nare_app;
