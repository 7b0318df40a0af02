-- The kick-off that a match has to be finished after: the first one announced, or a later word that came before the match
-- began and before this kick-off had passed. A match moved in time has a new kick-off; one postponed when it should have been
-- played already is still void its sport's time after the kick-off that bettors were promised.
alter table catalog.match add column due_start timestamptz;
update catalog.match set due_start = start_time;
alter table catalog.match alter column due_start set not null;

drop index catalog.match_unresolved;
create index match_unresolved on catalog.match (due_start) where not resulted;
