-- An account that its bettor closed: for ever, like an exclusion without an end.
create table protection.closed (
  bettor_id bigint primary key,
  since timestamptz not null,
  reason text check (length(reason) <= 500)
);
create trigger closed_stays before update or delete or truncate on protection.closed
  for each statement execute function platform.refuse_change();
grant select, insert on protection.closed to nare_app;

-- What keeps bettors from betting and paying in.
create view protection.standstill as
  select bettor_id, since, until, period, kind from protection.exclusion
  union all
  select bettor_id, since, timestamptz '9999-12-31 00:00:00Z', 'closed', 'exclusion' from protection.closed;
grant select on protection.standstill to nare_app;
