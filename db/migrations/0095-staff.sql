-- The house's people: what each may do, and with what they log in. A demo person exists only in the sandbox.
create table operator.staff (
  name text primary key check (name ~ '^[a-z][a-z0-9._-]{0,39}$'),
  roles text[] not null check (cardinality(roles) > 0),
  state text not null default 'active' check (state in ('active', 'suspended')),
  -- The person's own betting account, on which he never acts.
  bettor_id bigint,
  password_hash text,
  -- The secret of the one-time codes, encrypted.
  code_secret bytea,
  demo boolean not null default false,
  created_at timestamptz not null
);

-- One-time codes by their half minute: a code works once. Those that the sandbox has handed out are not used yet.
create table operator.staff_code (
  name text not null references operator.staff (name) on delete cascade,
  step bigint not null,
  used_at timestamptz,
  primary key (name, step)
);

create table operator.staff_recovery (
  name text not null references operator.staff (name) on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (name, code_hash)
);

create table operator.staff_passkey (
  id text primary key,
  name text not null references operator.staff (name) on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null
);
create index staff_passkey_name on operator.staff_passkey (name);

-- Challenges of passkeys that were answered: each is answered once.
create table operator.staff_challenge (
  hash bytea primary key check (length(hash) = 32),
  answered_at timestamptz not null
);

create table operator.staff_session (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  name text not null references operator.staff (name) on delete cascade,
  method text not null check (method in ('code', 'recovery', 'passkey')),
  address text not null,
  created_at timestamptz not null,
  -- The last request that a person made, as opposed to one that a page makes by itself.
  pressed_at timestamptz not null,
  confirmed_until timestamptz,
  ended_at timestamptz
);
create index staff_session_name on operator.staff_session (name, created_at);

-- The links with which people set up how they log in, with the secret of the codes that they may set up.
create table operator.staff_enrolment (
  token_hash bytea primary key check (length(token_hash) = 32),
  name text not null references operator.staff (name) on delete cascade,
  code_secret bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Failed logins by name, whether somebody has it or not, and network address.
create table operator.staff_failure (
  name text not null check (length(name) <= 40),
  source text not null check (length(source) <= 100),
  failures integer not null,
  failed_at timestamptz not null,
  primary key (name, source)
);

-- Tokens of machines. Each belongs to the person who made it. `roles` are roles, or the one permission export.read.
create table operator.staff_token (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  name text not null check (length(name) between 1 and 80),
  creator text not null references operator.staff (name) on delete cascade,
  roles text[] not null check (cardinality(roles) > 0 and not 'admin' = any (roles)),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index staff_token_creator on operator.staff_token (creator);

grant select, insert, update, delete on operator.staff, operator.staff_code, operator.staff_recovery, operator.staff_passkey,
  operator.staff_challenge, operator.staff_session, operator.staff_enrolment, operator.staff_failure, operator.staff_token to nare_app;
