-- Who asked for an exclusion, with a reference of the order; and periods that only the house enters: three years, and for good. A generated column
-- cannot be changed in PostgreSQL 15, so it is made again, with the view that reads it.
drop view protection.standstill;
alter table protection.exclusion drop column kind;
alter table protection.exclusion add column kind text not null
  generated always as (case when period in ('6m', '1y', '3y', '5y', 'permanent') then 'exclusion' else 'break' end) stored;
alter table protection.exclusion drop constraint exclusion_period_check;
alter table protection.exclusion
  add check (period in ('24h', '7d', '30d', '6w', '6m', '1y', '3y', '5y', 'permanent')),
  add column asked_by text check (asked_by in ('self', 'family', 'court', 'operator')),
  add column reference text check (length(reference) between 1 and 120);

create view protection.standstill as
  select bettor_id, since, until, period, kind from protection.exclusion
  union all
  select bettor_id, since, timestamptz '9999-12-31 00:00:00Z', 'closed', 'exclusion' from protection.closed;
grant select on protection.standstill to nare_app;

alter table protection.excluded_person drop constraint excluded_person_period_check;
alter table protection.excluded_person add check (period in ('6m', '1y', '3y', '5y', 'permanent'));
