-- Rules of the house by their effective dates. A row says what a setting is from `effective_at` on, until a later row; null is the default of
-- the code again. Rows are appended and never changed, and none begins before it was written, so that what was judged by a value stays true.
create schema settings;
grant usage on schema settings to nare_app;
create table settings.value (
  id bigint generated always as identity primary key,
  key text not null check (key ~ '^[a-z][a-z0-9_.]{2,59}$'),
  value jsonb check (jsonb_typeof(value) in ('string', 'number', 'boolean')),
  effective_at timestamptz not null,
  author text not null check (length(author) between 1 and 80),
  -- Who confirmed the change; null where one person was enough.
  confirmed_by text check (confirmed_by <> author),
  reason text not null check (length(reason) >= 3),
  at timestamptz not null,
  check (effective_at >= at)
);
create index value_current on settings.value (key, effective_at, id);
create trigger value_stays before update or delete or truncate on settings.value
  for each statement execute function platform.refuse_change();
grant select, insert on settings.value to nare_app;
