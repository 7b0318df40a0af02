-- What was done about a marker of harm, written by the calls that do it, in the transaction that does it. `facts` are what was set, without words of people.
create table care.measure (
  measure_id bigint generated always as identity primary key,
  marker_id bigint not null references care.marker,
  at timestamptz not null,
  by text not null check (length(by) between 1 and 80),
  what text not null check (what in ('limit', 'break', 'exclusion', 'lock', 'unlock', 'stake_percent', 'message', 'note')),
  facts jsonb not null
);
create index measure_of_marker on care.measure (marker_id, at, measure_id);
create trigger measure_stays before update or delete or truncate on care.measure
  for each statement execute function platform.refuse_change();
grant select, insert on care.measure to nare_app;

-- What was said to a bettor can be erased with the person, by the owner of the tables alone.
drop trigger contact_stays on care.contact;
create trigger contact_stays before delete or truncate or update of contact_id, bettor_id, marker_id, at, by, channel, measure, follow_up_on, follow_up_at
  on care.contact for each statement execute function platform.refuse_change();
create trigger contact_text_stays before update of said on care.contact
  for each statement when (not platform.erasing()) execute function platform.refuse_change();

-- What the house showed a bettor to protect: one row a showing, deleted after some years.
create table protection.shown (
  shown_id bigint generated always as identity primary key,
  bettor_id bigint not null,
  at timestamptz not null,
  what text not null check (length(what) between 1 and 40),
  about text check (length(about) between 1 and 80)
);
create index shown_to on protection.shown (bettor_id, at, shown_id);
create index shown_at on protection.shown (at);
create trigger shown_stays before update or truncate on protection.shown
  for each statement execute function platform.refuse_change();
grant select, insert on protection.shown to nare_app;
