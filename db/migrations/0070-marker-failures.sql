-- The days of single bettors in which the search for signs of harm failed. The search tries them again and deletes those that succeed.
create table protection.marker_failure (
  bettor_id bigint not null,
  day date not null,
  tried_at timestamptz not null,
  primary key (bettor_id, day)
);
create index marker_failure_tried on protection.marker_failure (tried_at);

grant select, insert, update, delete on protection.marker_failure to nare_app;
