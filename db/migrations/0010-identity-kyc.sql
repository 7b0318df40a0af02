-- One check of a bettor's identity. The pictures lie outside the database, encrypted; here stand their names and hashes.
create table identity.kyc_case (
  id bigint generated always as identity primary key,
  bettor bigint not null references identity.bettor (id),
  client_id uuid not null,
  hash bytea not null check (length(hash) = 32),
  kind text not null check (kind in ('national_id', 'passport', 'alien_id')),
  number text not null check (number ~ '^[A-Z0-9]{5,20}$'),
  name text not null,
  state text not null check (state in ('submitted', 'checking', 'passed', 'failed')),
  reason text,
  decided_by text,
  submitted_at timestamptz not null,
  changed_at timestamptz not null,
  unique (bettor, client_id),
  check ((state = 'failed') = (reason is not null)),
  check ((state in ('passed', 'failed')) = (decided_by is not null))
);
-- A bettor has one check under way or passed at a time, and a document proves one bettor.
create unique index kyc_case_open on identity.kyc_case (bettor) where state <> 'failed';
create unique index kyc_case_document on identity.kyc_case (kind, number) where state = 'passed';
create index kyc_case_bettor on identity.kyc_case (bettor, id);
create index kyc_case_waiting on identity.kyc_case (state, id) where state in ('submitted', 'checking');

create table identity.kyc_picture (
  case_id bigint not null references identity.kyc_case (id),
  kind text not null check (kind in ('front', 'back', 'selfie')),
  file text not null unique check (file ~ '^[0-9a-f-]{36}$'),
  hash bytea not null check (length(hash) = 32),
  type text not null check (type in ('image/jpeg', 'image/png')),
  bytes integer not null check (bytes between 1 and 1500000),
  received_at timestamptz not null,
  primary key (case_id, kind)
);

grant select, insert, update on identity.kyc_case to nare_app;
grant select, insert on identity.kyc_picture to nare_app;
