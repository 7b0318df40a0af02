-- Who looks at an alert, who had a case until when, and the file of the report as it was filed.
alter table aml.alert add column owner text;
create index alert_in_state on aml.alert (state, alert_id);

-- Each other owner or deadline that a case was given.
create table aml.assignment (
  assignment_id bigint generated always as identity primary key,
  case_id bigint not null references aml.case_file,
  owner text not null,
  due_at timestamptz not null,
  reason text not null,
  at timestamptz not null,
  by text not null
);
create index assignment_of_case on aml.assignment (case_id, assignment_id);

create table aml.filed_report (
  case_id bigint primary key references aml.case_file,
  name text not null,
  xml text not null,
  at timestamptz not null,
  by text not null
);

create trigger assignment_stays before update on aml.assignment for each statement execute function platform.refuse_change();
create trigger filed_report_stays before update on aml.filed_report for each statement execute function platform.refuse_change();
grant select, insert on aml.assignment, aml.filed_report to nare_app;
