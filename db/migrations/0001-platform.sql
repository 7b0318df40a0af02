-- The one clock: real time plus an offset that only the sandbox sets.
create table platform.clock (
  one boolean primary key default true check (one),
  shift interval not null default '0'
);
insert into platform.clock default values;

-- Volatile on purpose: a statement that waited for a lock reads the time after the wait.
create function platform.now() returns timestamptz language sql volatile
  return clock_timestamp() + (select shift from platform.clock);

create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_schema || '.' || tg_table_name using errcode = 'restrict_violation';
end $$;

grant usage on schema platform to nare_app;
grant select, update on platform.clock to nare_app;
grant select on platform.migration to nare_app;
