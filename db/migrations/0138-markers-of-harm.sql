-- The desk of protection: markers of harm that people follow, and the log of what they said and did. One open or followed marker a bettor and rule, whose
-- facts later ones replace; a closed one of the same rule stays quiet until `quiet_until`.
create schema care;
grant usage on schema care to nare_app;

-- What each bettor moved in a day of the country, kept by a reader of the ledger and forgotten after some weeks.
create table care.play_day (
  bettor_id bigint not null,
  day date not null,
  deposits int not null default 0,
  deposited bigint not null default 0,
  stakes int not null default 0,
  staked bigint not null default 0,
  primary key (bettor_id, day)
);
create index play_day_day on care.play_day (day);
grant select, insert, update, delete on care.play_day to nare_app;

create table care.marker (
  marker_id bigint generated always as identity primary key,
  bettor_id bigint not null,
  rule text not null,
  facts jsonb not null,
  state text not null default 'open' check (state in ('open', 'followed', 'closed')),
  raised_at timestamptz not null,
  changed_at timestamptz not null,
  followed_by text check (length(followed_by) between 1 and 80),
  closed_at timestamptz,
  closed_by text check (length(closed_by) between 1 and 80),
  quiet_until timestamptz,
  check ((state = 'closed') = (closed_at is not null) and (closed_at is null) = (closed_by is null)),
  check (state <> 'followed' or followed_by is not null)
);
create unique index marker_of_rule on care.marker (bettor_id, rule) where state <> 'closed';
create index marker_waits on care.marker (raised_at) where state = 'open';
create index marker_quiet on care.marker (bettor_id, rule, quiet_until) where state = 'closed';
create trigger marker_stays before delete or truncate or update of marker_id, bettor_id, rule, raised_at on care.marker
  for each statement execute function platform.refuse_change();
grant select, insert, update on care.marker to nare_app;

-- A conversation with a bettor: what was said and done about play. Only whether its follow-up is done is added, once.
create table care.contact (
  contact_id bigint generated always as identity primary key,
  bettor_id bigint not null,
  marker_id bigint references care.marker,
  at timestamptz not null,
  by text not null check (length(by) between 1 and 80),
  channel text not null check (channel in ('phone', 'message', 'email', 'visit', 'none')),
  said text not null check (length(said) between 3 and 2000),
  measure text not null check (measure in ('none', 'message', 'limit', 'break', 'exclusion', 'referral')),
  follow_up_on date,
  follow_up_at timestamptz,
  followed_up_at timestamptz,
  check ((follow_up_on is null) = (follow_up_at is null) and (followed_up_at is null or follow_up_at is not null))
);
create index contact_of_bettor on care.contact (bettor_id, at, contact_id);
create index contact_of_marker on care.contact (marker_id);
create index contact_due on care.contact (follow_up_at) where followed_up_at is null and follow_up_at is not null;
create trigger contact_stays before delete or truncate or update of contact_id, bettor_id, marker_id, at, by, channel, said, measure, follow_up_on, follow_up_at
  on care.contact for each statement execute function platform.refuse_change();
grant select, insert, update on care.contact to nare_app;
