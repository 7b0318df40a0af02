-- Incidents with data of persons: what happened, and what was done about it. The authority has to be told within 72 hours of finding out, so nothing
-- of this is ever changed: notes are added.
create table regulator.incident (
  incident_id bigint generated always as identity primary key,
  found_at timestamptz not null,
  what text not null check (length(what) between 3 and 2000),
  persons bigint check (persons >= 0),
  opened_at timestamptz not null default platform.now(),
  opened_by text not null,
  check (found_at <= opened_at)
);
create table regulator.incident_note (
  note_id bigint generated always as identity primary key,
  incident_id bigint not null references regulator.incident,
  kind text not null check (kind in ('told', 'note', 'closed')),
  text text not null check (length(text) between 3 and 2000),
  at timestamptz not null default platform.now(),
  by text not null
);
create index incident_note_of on regulator.incident_note (incident_id);
create unique index incident_closed_once on regulator.incident_note (incident_id) where kind = 'closed';
create trigger incident_stays before update or delete or truncate on regulator.incident
  for each statement execute function platform.refuse_change();
create trigger incident_note_stays before update or delete or truncate on regulator.incident_note
  for each statement execute function platform.refuse_change();
grant select, insert on regulator.incident, regulator.incident_note to nare_app;
