-- Rules of the house for a part of what is on offer, by their effective dates: a margin, or a limit, of a sport, a competition, a match or a
-- market. Like `settings.value`: rows are appended and never changed, and null is no rule of this level any more. `alias` is the name by
-- which a feed knows the part before it has an id.
create table settings.level_value (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('margin', 'liability', 'stake')),
  level text not null check (level in ('all', 'sport', 'competition', 'match', 'market')),
  part text not null check (length(part) <= 60),
  alias text check (length(alias) <= 600),
  value jsonb check (jsonb_typeof(value) in ('string', 'number')),
  effective_at timestamptz not null,
  author text not null check (length(author) between 1 and 80),
  confirmed_by text check (confirmed_by <> author),
  reason text not null check (length(reason) >= 3),
  at timestamptz not null,
  check (effective_at >= at),
  check ((level = 'all') = (part = ''))
);
create index level_value_current on settings.level_value (kind, level, part, effective_at, id);
create trigger level_value_stays before update or delete or truncate on settings.level_value
  for each statement execute function platform.refuse_change();
grant select, insert on settings.level_value to nare_app;
