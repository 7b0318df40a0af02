-- The events of matches that ended years ago are deleted by the retention, which runs as the owner of the tables. Until then they stay as
-- they are, and the application has no right to delete any.
drop trigger match_event_stays on catalog.match_event;
create trigger match_event_stays before update or truncate on catalog.match_event
  for each statement execute function platform.refuse_change();
