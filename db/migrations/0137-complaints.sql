-- Complaints of bettors, once for each command, with the house's answer. A complaint is evidence: only its answer is added, once.
create schema complaints;
grant usage on schema complaints to nare_app;

create table complaints.complaint (
  complaint_id bigint generated always as identity primary key,
  bettor_id bigint not null,
  command_id uuid not null,
  about text not null check (about in ('bet', 'payment', 'account', 'other')),
  ref text check (length(ref) between 1 and 60),
  text text not null check (length(text) between 3 and 2000),
  at timestamptz not null,
  answer text check (length(answer) between 3 and 480),
  answered_at timestamptz,
  answered_by text,
  unique (bettor_id, command_id),
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null))
);
create index complaint_waits on complaints.complaint (at) where answered_at is null;
create index complaint_of_bettor on complaints.complaint (bettor_id, complaint_id);
create trigger complaint_stays before delete or truncate or update of complaint_id, bettor_id, command_id, about, ref, text, at
  on complaints.complaint for each statement execute function platform.refuse_change();
grant select, insert, update on complaints.complaint to nare_app;
