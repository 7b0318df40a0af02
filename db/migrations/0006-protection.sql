create schema protection;
grant usage on schema protection to nare_app;

-- A break or an exclusion, from a bettor's own wish. It can be lengthened, never shortened.
create table protection.exclusion (
  bettor_id bigint not null,
  since timestamptz not null,
  until timestamptz not null,
  period text not null,
  primary key (bettor_id, since),
  check (until > since)
);
create index exclusion_until on protection.exclusion (bettor_id, until);

create trigger exclusion_stays before update or delete or truncate on protection.exclusion
  for each statement execute function platform.refuse_change();
grant select, insert on protection.exclusion to nare_app;
