-- Who has excluded himself, beyond the account: keyed hashes of name and birthday, and of confirmed documents. A new account that matches one
-- must prove its identity before it deposits and stakes.
create table protection.excluded_person (
  mark bytea not null check (length(mark) = 32),
  kind text not null check (kind in ('name', 'document')),
  bettor_id bigint not null,
  period text not null check (period in ('6m', '1y', '5y')),
  until timestamptz not null,
  primary key (mark, bettor_id, until)
);
create index excluded_person_bettor on protection.excluded_person (bettor_id);
create index excluded_person_until on protection.excluded_person (until);
grant select, insert, delete on protection.excluded_person to nare_app;

-- Accounts that must prove their identity before they deposit and stake: those that match, and some chosen at random. Nothing says which.
create table protection.proof_required (
  bettor_id bigint primary key,
  since timestamptz not null,
  proven_at timestamptz
);
grant select, insert on protection.proof_required to nare_app;
grant update (proven_at) on protection.proof_required to nare_app;
