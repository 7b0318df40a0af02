-- One token of a provider's app for all processes, sealed under the app's secret: fetching one may end the token before.
create table payments.provider_token (
  name text primary key,
  sealed text,
  until timestamptz not null,
  version integer not null
);

-- A provider's codes that mean that our own set-up is wrong. One open row a provider and part; while one about payouts is open no payout
-- is sent. A person of the house ends it.
create table payments.provider_fault (
  id bigint generated always as identity primary key,
  provider text not null,
  part text not null check (part in ('payouts', 'deposits', 'receipts', 'registration')),
  code text not null,
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  check ((ended_at is null) = (ended_by is null))
);
create unique index provider_fault_open on payments.provider_fault (provider, part) where ended_at is null;

-- Which addresses a provider has taken for payments by customers themselves, as a hash since they are secret; they are named to it once.
create table payments.registration (
  provider text not null,
  shortcode text not null,
  version text not null,
  addresses_hash text not null,
  registered_at timestamptz not null,
  primary key (provider, shortcode)
);

-- Up to when the payments that arrived at a provider have been pulled, and when a process last took its turn.
create table payments.pulled (
  provider text primary key,
  until timestamptz not null,
  taken_at timestamptz not null
);

grant select, insert, update on payments.provider_token, payments.provider_fault, payments.registration, payments.pulled to nare_app;
