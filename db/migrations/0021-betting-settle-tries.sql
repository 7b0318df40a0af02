-- How often a job failed, and when it may be tried again: a match that cannot be settled waits longer each time, behind the others.
alter table betting.settlement add column tries int not null default 0, add column again_at timestamptz;
