-- Legs lie in parts of twenty million bet ids, made ahead of need, and all of them are kept: what is written and settled now has small
-- indexes of its own, whatever the years before have left.
create function platform.make_ranges(parent regclass, key name, width bigint, used bigint, ahead int) returns int
  language plpgsql set search_path = pg_catalog as $$
declare
  current_range bigint := used / width * width;
  wanted bigint := current_range + (ahead + 1) * width;
  bounds bigint[];
begin
  select array[lower_bound::bigint] into strict bounds from platform.parts_of(parent) where upper_bound is null;
  if bounds[1] >= wanted then return 0; end if;
  if bounds[1] < current_range then bounds := bounds || current_range; end if;
  while bounds[cardinality(bounds)] < wanted loop
    bounds := bounds || least(wanted, (bounds[cardinality(bounds)] / width + 1) * width);
  end loop;
  perform platform.raise_open_end(parent, key, bounds::text[], bounds::text[]);
  return cardinality(bounds) - 1;
end $$;
revoke all on function platform.make_ranges from public;

alter table betting.leg rename to leg_0;
alter index betting.leg_pkey rename to leg_0_pkey;
alter index betting.leg_of_match rename to leg_0_of_match;
revoke all on betting.leg_0 from nare_app;

create table betting.leg (like betting.leg_0 including defaults including constraints, primary key (bet_id, n)) partition by range (bet_id);
create index leg_of_match on betting.leg (match_id, bet_id);
grant select, insert, update on betting.leg to nare_app;

-- The rows that there are stay in their table; it reaches up to the end of the range of the newest.
do $$
declare
  width constant bigint := 20000000;
  high bigint;
begin
  select (greatest(coalesce(max(bet_id), 0), (select last_value * 1000 from betting.bet_block)) / width + 1) * width into high from betting.leg_0;
  execute format('alter table betting.leg attach partition betting.leg_0 for values from (minvalue) to (%L)', high);
  perform platform.make_part('betting.leg', 'later', high::text, null, 'with (fillfactor = 85)');
  perform platform.make_ranges('betting.leg', 'bet_id', width, high - 1, 2);
end $$;

create index settlement_done on betting.settlement (done_at) where done_at is not null;
create index share_made on betting.share (made_at, code);
