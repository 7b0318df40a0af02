-- Who asked for an exclusion, with a reference of the order; and periods that only the house enters: three years, and for good. A generated column
-- cannot be changed in PostgreSQL 15, so it is made again, with the view that reads it.
drop view protection.standstill;
alter table protection.exclusion drop column kind;
alter table protection.exclusion add column kind text not null
  generated always as (case when period in ('6m', '1y', '3y', '5y', 'permanent', 'register') then 'exclusion' else 'break' end) stored;
alter table protection.exclusion drop constraint exclusion_period_check;
alter table protection.exclusion
  add check (period in ('24h', '7d', '30d', '6w', '6m', '1y', '3y', '5y', 'permanent', 'register')),
  add column asked_by text check (asked_by in ('self', 'family', 'court', 'operator', 'authority')),
  add column reference text check (length(reference) between 1 and 120);

create view protection.standstill as
  select bettor_id, since, until, period, kind from protection.exclusion
  union all
  select bettor_id, since, timestamptz '9999-12-31 00:00:00Z', 'closed', 'exclusion' from protection.closed;
grant select on protection.standstill to nare_app;

alter table protection.excluded_person drop constraint excluded_person_period_check;
alter table protection.excluded_person add check (period in ('6m', '1y', '3y', '5y', 'permanent', 'register'));

-- The authority's register of excluded persons, as it was read: each run by its version and day, with what could not be read. The last run is what
-- accounts are checked against; the persons of the runs before the last two are not kept.
create table protection.register_run (
  run_id bigint generated always as identity primary key,
  version text not null unique check (length(version) between 1 and 60),
  run_on date not null,
  persons int not null,
  ended int not null,
  bad int not null,
  faults jsonb not null,
  by text not null check (length(by) between 1 and 80),
  at timestamptz not null,
  checked_at timestamptz,
  excluded int not null default 0,
  to_prove int not null default 0
);
create trigger register_run_stays before delete or truncate or update of run_id, version, run_on, persons, ended, bad, faults, by, at
  on protection.register_run for each statement execute function platform.refuse_change();
grant select, insert on protection.register_run to nare_app;
grant update (checked_at, excluded, to_prove) on protection.register_run to nare_app;

-- HMACs with the authority's key: of the number of a document, and of name and birthday. Without `until` for good.
create table protection.register_person (
  run_id bigint not null references protection.register_run,
  line int not null,
  id_mark bytea check (length(id_mark) = 32),
  person_mark bytea check (length(person_mark) = 32),
  until timestamptz,
  primary key (run_id, line),
  check (id_mark is not null or person_mark is not null)
);
create index register_person_id on protection.register_person (id_mark) where id_mark is not null;
create index register_person_person on protection.register_person (person_mark) where person_mark is not null;
grant select, insert, delete on protection.register_person to nare_app;
