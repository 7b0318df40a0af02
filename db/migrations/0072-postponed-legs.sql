-- A leg counts from the kick-off that it was sold with. `moved_at` is when the present kick-off was announced, null if it is the first one;
-- `resumed_at` is when a postponed, interrupted or abandoned match was last played on.
alter table catalog.match add column moved_at timestamptz, add column resumed_at timestamptz;
-- A move of the kick-off that was announced this long before it counts for all legs; and no match of the sport ends sooner than `shortest`.
alter table catalog.sport
  add column move_notice interval not null default '24 hours',
  add column shortest interval not null default '60 minutes';
update catalog.sport set shortest = '90 minutes' where id = '79';
update catalog.sport set shortest = '80 minutes' where id = '41';
update catalog.sport set shortest = '30 minutes' where id = '28';
