-- Suspicions of money laundering: what their rules read, alerts, and cases with notes and frozen evidence. A bettor never sees any of it.
create schema aml;
grant usage on schema aml to nare_app;

-- Payments of bettors, kept by a reader of the ledger, by the number of their transfer.
create table aml.movement (
  transfer_no bigint primary key,
  bettor_id bigint not null,
  kind text not null check (kind in ('deposit', 'withdrawal', 'withdrawal_released')),
  amount bigint not null check (amount >= 0),
  about text,
  at timestamptz not null
);
create index movement_of_bettor on aml.movement (bettor_id, at);
create index movement_at on aml.movement (at);

-- What a bettor staked, and was granted as bonus, on a day of the country.
create table aml.day (
  bettor_id bigint not null,
  day date not null,
  staked bigint not null default 0,
  bonus bigint not null default 0,
  primary key (bettor_id, day)
);
create index day_by_day on aml.day (day);

-- Accounts that shared a device, payer or document when one of them paid in.
create table aml.link (
  bettor_id bigint not null,
  other_id bigint not null,
  by text not null check (by in ('device', 'payer', 'document')),
  since timestamptz not null,
  primary key (bettor_id, other_id, by)
);
create index link_of_other on aml.link (other_id);

-- A case outlives the account: who it is about is frozen in it.
create table aml.case_file (
  case_id bigint generated always as identity primary key,
  bettor_id bigint not null,
  subject jsonb not null,
  reason text not null check (length(reason) between 3 and 2000),
  suspected_at timestamptz not null,
  due_at timestamptz not null,
  owner text not null,
  state text not null default 'open' check (state in ('open', 'reported', 'closed')),
  opened_at timestamptz not null,
  opened_by text not null,
  reported_at timestamptz,
  reported_by text,
  reference text check (length(reference) between 1 and 100),
  closed_at timestamptz,
  closed_by text,
  closed_reason text,
  check (state <> 'reported' or reported_at is not null),
  check ((reported_at is null) = (reported_by is null) and (reported_at is null) = (reference is null)),
  check ((state = 'closed') = (closed_at is not null) and (closed_at is null) = (closed_by is null)
    and (closed_at is null) = (closed_reason is null))
);
create index case_waits on aml.case_file (due_at) where state = 'open';
create index case_of_bettor on aml.case_file (bettor_id, case_id);
create index case_closed on aml.case_file (closed_at) where state = 'closed';
create unique index one_open_case on aml.case_file (bettor_id) where state = 'open';

create table aml.alert (
  alert_id bigint generated always as identity primary key,
  bettor_id bigint not null,
  rule text not null,
  facts jsonb not null,
  state text not null default 'open' check (state in ('open', 'case', 'closed')),
  raised_at timestamptz not null,
  changed_at timestamptz not null,
  case_id bigint references aml.case_file,
  ended_at timestamptz,
  ended_by text,
  ended_reason text,
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'case') = (case_id is not null))
);
create unique index one_open_alert on aml.alert (bettor_id, rule) where state = 'open';
create index alert_of_bettor on aml.alert (bettor_id, rule, alert_id);
create index alert_of_case on aml.alert (case_id) where case_id is not null;
create index alert_ended on aml.alert (ended_at) where state = 'closed';

create table aml.note (
  note_id bigint generated always as identity primary key,
  case_id bigint not null references aml.case_file,
  text text not null check (length(text) between 3 and 4000),
  at timestamptz not null,
  by text not null
);
create index note_of_case on aml.note (case_id, note_id);

-- What a ticket, a payment, an alert or the timeline was at the time it was attached.
create table aml.evidence (
  evidence_id bigint generated always as identity primary key,
  case_id bigint not null references aml.case_file,
  kind text not null check (kind in ('alert', 'ticket', 'payment', 'timeline')),
  ref text not null check (length(ref) between 1 and 60),
  content jsonb not null,
  at timestamptz not null,
  by text not null
);
create index evidence_of_case on aml.evidence (case_id, evidence_id);

create trigger note_stays before update on aml.note for each statement execute function platform.refuse_change();
create trigger evidence_stays before update on aml.evidence for each statement execute function platform.refuse_change();
create trigger case_stays before update of case_id, bettor_id, subject, reason, suspected_at, opened_at, opened_by
  on aml.case_file for each statement execute function platform.refuse_change();

grant select, insert, update on aml.day, aml.link, aml.case_file, aml.alert to nare_app;
grant select, insert on aml.movement, aml.note, aml.evidence to nare_app;
