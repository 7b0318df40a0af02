-- Histories that grow for ever lie in parts, one a month (UTC), so that old months can go as whole tables. A row always finds a
-- part: both ends are open, `…_earlier` below and `…_later` above. They stand in for a default partition, beside which PostgreSQL
-- detaches nothing concurrently. A part is named by its lower bound.

-- Real time, and never later than the platform's: age is reckoned by it, so that a clock moved by the sandbox makes nothing old.
create function platform.unmoved_now() returns timestamptz language sql volatile
  return (select least(platform.now(), platform.now() - shift) from platform.clock);

-- The parts of a table with their bounds; an open end has none.
create function platform.parts_of(parent regclass)
  returns table (part regclass, lower_bound text, upper_bound text, pending boolean)
  language sql stable set timezone = 'UTC' set search_path = pg_catalog as $$
  select c.oid::regclass, substring(bound from 'FROM \(''([^'']+)''\)'), substring(bound from 'TO \(''([^'']+)''\)'), i.inhdetachpending
  from pg_inherits i join pg_class c on c.oid = i.inhrelid cross join lateral pg_get_expr(c.relpartbound, c.oid) bound
  where i.inhparent = parent
$$;

-- A trigger of a whole statement guards only the table that the statement names, so each part gets those of its parent.
create function platform.guard_part(parent regclass, part regclass) returns void
  language plpgsql set search_path = pg_catalog as $$
declare
  definition text;
begin
  for definition in select pg_get_triggerdef(oid) from pg_trigger where tgrelid = parent and not tgisinternal and tgtype & 1 = 0 loop
    execute replace(definition, format(' ON %s ', parent), format(' ON %s ', part));
  end loop;
end $$;

-- Makes a part; a bound that is null is open. `storage` is what stands after it, such as `with (fillfactor = 85)`.
create function platform.make_part(parent regclass, label text, lower_bound text, upper_bound text, storage text default '') returns void
  language plpgsql set search_path = pg_catalog set timezone = 'UTC' as $$
declare
  part text := parent || '_' || label;
begin
  execute format('create table %s partition of %s for values from (%s) to (%s) %s', part, parent,
    coalesce(quote_literal(lower_bound), 'minvalue'), coalesce(quote_literal(upper_bound), 'maxvalue'), storage);
  perform platform.guard_part(parent, part);
end $$;

-- Moves the lower end of `…_later` up to the last of `bounds`, and makes parts between the bounds below it. Where rows lie there
-- already, they stay in their table: it becomes one part from the first bound to the last. Writers wait for some milliseconds; if
-- the lock is not had at once, everything stays as it is.
create function platform.raise_open_end(parent regclass, key name, bounds text[], labels text[]) returns void
  language plpgsql set search_path = pg_catalog set timezone = 'UTC' set lock_timeout = '200ms' as $$
declare
  last int := cardinality(bounds);
  later text := parent || '_later';
  filled text := parent || '_' || labels[1];
  storage text;
  has_rows boolean;
begin
  select coalesce('with (' || array_to_string(reloptions, ', ') || ')', '') into storage from pg_class where oid = later::regclass;
  execute format('alter table %s detach partition %s', parent, later);
  execute format('select exists (select from %s where %I < %L)', later, key, bounds[last]) into has_rows;
  if not has_rows then
    for n in 1..last - 1 loop
      perform platform.make_part(parent, labels[n], bounds[n], bounds[n + 1], storage);
    end loop;
    execute format('alter table %s attach partition %s for values from (%L) to (maxvalue)', parent, later, bounds[last]);
    return;
  end if;
  execute format('alter table %s rename to %I', later, split_part(filled, '.', 2));
  perform platform.make_part(parent, 'later', bounds[last], null, storage);
  execute format('alter table %s disable trigger user', filled);
  execute format('with beyond as (delete from %s where %I >= %L returning *) insert into %s overriding system value select * from beyond',
    filled, key, bounds[last], later);
  execute format('alter table %s enable trigger user', filled);
  execute format('alter table %s attach partition %s for values from (%L) to (%L)', parent, filled, bounds[1], bounds[last]);
end $$;

-- Makes the months up to `ahead` after this one; a stretch before this month that nobody wrote in becomes one part. Returns how many
-- bounds were added.
create function platform.make_months(parent regclass, key name, ahead int) returns int
  language plpgsql set search_path = pg_catalog set timezone = 'UTC' as $$
declare
  this_month timestamptz := date_trunc('month', platform.now());
  wanted timestamptz := this_month + (ahead + 1) * interval '1 month';
  bounds timestamptz[];
begin
  select array[lower_bound::timestamptz] into strict bounds from platform.parts_of(parent) where upper_bound is null;
  if bounds[1] >= wanted then return 0; end if;
  if bounds[1] < this_month then bounds := bounds || this_month; end if;
  while bounds[cardinality(bounds)] < wanted loop
    bounds := bounds || (bounds[cardinality(bounds)] + interval '1 month');
  end loop;
  perform platform.raise_open_end(parent, key, bounds::text[], array(select to_char(b, 'YYYY_MM') from unnest(bounds) b));
  return cardinality(bounds) - 1;
end $$;

-- Lets `…_earlier` reach up to the lowest part again after that below it has gone. Returns whether it had to.
create function platform.raise_earlier(parent regclass) returns boolean
  language plpgsql set search_path = pg_catalog set timezone = 'UTC' set lock_timeout = '200ms' as $$
declare
  reached timestamptz;
  lowest timestamptz;
begin
  select max(upper_bound::timestamptz) filter (where lower_bound is null), min(lower_bound::timestamptz) into reached, lowest
  from platform.parts_of(parent);
  if reached >= lowest then return false; end if;
  execute format('alter table %s detach partition %s_earlier', parent, parent);
  execute format('alter table %1$s attach partition %1$s_earlier for values from (minvalue) to (%2$L)', parent, lowest);
  return true;
end $$;

revoke all on function platform.guard_part, platform.make_part, platform.raise_open_end, platform.make_months, platform.raise_earlier from public;

-- A body is evidence: what came in stays as it came, only what became of it is added.
create trigger callback_stays before update of id, key, body, received_at or delete or truncate on payments.callback
  for each statement execute function platform.refuse_change();

-- Turns a table into a parted one with the same columns, indexes, triggers and rights. Its rows stay where they are: the old table
-- becomes the part from its oldest row to the end of this month.
create function pg_temp.part_by_month(parent regclass, id name, key name) returns void language plpgsql set timezone = 'UTC' as $$
declare
  named text := parent::text;
  schema_name text := split_part(named, '.', 1);
  table_name text := split_part(named, '.', 2);
  old regclass := parent;
  again text[];
  step text;
  low timestamptz;
  high timestamptz;
  next_id bigint;
begin
  again := array(select pg_get_indexdef(indexrelid) from pg_index where indrelid = old and not indisprimary)
    || array(select pg_get_triggerdef(oid) from pg_trigger where tgrelid = old and not tgisinternal)
    || array(select format('grant %s on %s to %I', privilege_type, named, grantee::regrole) from pg_class, aclexplode(relacl)
        where oid = old and grantee <> relowner);
  execute format('alter table %s rename to %I', named, table_name || '_old');
  execute format('alter table %s drop constraint %I', old, table_name || '_pkey');
  for step in select indexrelid::regclass from pg_index where indrelid = old loop
    execute format('alter index %s rename to %I', step, split_part(step, '.', 2) || '_old');
  end loop;
  for step in select distinct grantee::regrole from pg_class, aclexplode(relacl) where oid = old and grantee <> relowner loop
    execute format('revoke all on %s from %s', old, step);
  end loop;
  execute format('create table %s (like %s including defaults including constraints including identity) partition by range (%I)', named, old, key);
  execute format('alter table %s add primary key (%I, %I)', named, id, key);
  foreach step in array again loop
    execute step;
  end loop;
  execute format('select coalesce(max(%I), 0) + 1, min(%I), max(%I) from %s', id, key, key, old) into next_id, low, high;
  execute format('alter table %s alter column %I restart with %s', named, id, next_id);
  execute format('alter table %s alter column %I drop identity', old, id);
  high := date_trunc('month', greatest(high, platform.now())) + interval '1 month';
  if low is null then
    execute format('drop table %s', old);
    low := high - interval '1 month';
    high := low;
  else
    low := date_trunc('month', low);
    execute format('alter table %s rename to %I', old, table_name || to_char(low, '_YYYY_MM'));
    execute format('alter table %s attach partition %s for values from (%L) to (%L)', named, old, low, high);
  end if;
  perform platform.make_part(named::regclass, 'earlier', null, low::text);
  perform platform.make_part(named::regclass, 'later', high::text, null);
  perform platform.make_months(named::regclass, key, 3);
end $$;

select pg_temp.part_by_month('catalog.price_change', 'no', 'at');
select pg_temp.part_by_month('catalog.match_change', 'no', 'at');
select pg_temp.part_by_month('payments.callback', 'id', 'received_at');

-- The parts that were written to a file, which is proven before the part goes. `sha256` is of the rows as lines of JSON.
create table platform.part_export (
  part text primary key,
  parent text not null,
  lower_bound timestamptz not null,
  upper_bound timestamptz not null,
  file text not null,
  rows bigint not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  file_sha256 text not null check (file_sha256 ~ '^[0-9a-f]{64}$'),
  exported_at timestamptz not null default platform.now(),
  dropped_at timestamptz
);
