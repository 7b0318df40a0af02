create schema operator;
grant usage on schema operator to nare_app;

-- What a person of the house asked for and why, written before it is done.
create table operator.audit (
  id bigint generated always as identity primary key,
  operator text not null check (length(operator) between 1 and 80),
  action text not null,
  subject text not null,
  facts jsonb not null,
  reason text not null check (length(reason) >= 3),
  at timestamptz not null
);
-- What came of it; where this is missing, the process ended in between.
create table operator.audit_outcome (
  audit_id bigint primary key references operator.audit (id),
  outcome text not null,
  at timestamptz not null
);
create index audit_subject on operator.audit (subject, id);

create trigger audit_stays before update or delete or truncate on operator.audit
  for each statement execute function platform.refuse_change();
create trigger audit_outcome_stays before update or delete or truncate on operator.audit_outcome
  for each statement execute function platform.refuse_change();

grant select, insert on operator.audit, operator.audit_outcome to nare_app;
