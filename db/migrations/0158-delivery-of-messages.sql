-- What the SMS provider reported of each message to many. A message that was delivered stays so, whatever is reported later.
alter table content.message_to
  add column provider_id text check (length(provider_id) between 1 and 120),
  add column delivery text check (delivery in ('delivered', 'failed')),
  add column reported_at timestamptz,
  add constraint message_to_reported check ((delivery is null) = (reported_at is null));
create index message_to_provider on content.message_to (provider_id) where provider_id is not null;
grant update (provider_id, delivery, reported_at) on content.message_to to nare_app;

-- Reports about messages that are not known yet: the provider may report before its answer is stored. Swept after some days.
create table content.early_report (
  provider_id text primary key check (length(provider_id) between 1 and 120),
  delivery text not null check (delivery in ('delivered', 'failed')),
  at timestamptz not null
);
create index early_report_at on content.early_report (at);
grant select, insert, update, delete on content.early_report to nare_app;

-- What became of the people of a message whose rows are deleted.
create table content.message_past (
  message_id bigint primary key references content.message,
  people int not null,
  sent int not null,
  failed int not null,
  unknown int not null,
  refused int not null,
  parts int not null,
  by_sms int not null,
  delivered int not null,
  undelivered int not null
);
grant select on content.message_past to nare_app;
-- Deleted by the owner, when they are old.
create index message_to_at on content.message_to (at) where state in ('sent', 'failed', 'unknown', 'refused');

-- A version that nobody will publish.
create table content.dropped (
  page text not null,
  version int not null,
  author text not null,
  reason text not null check (length(reason) >= 3),
  at timestamptz not null,
  primary key (page, version),
  foreign key (page, version) references content.version
);
create trigger dropped_stays before update or delete or truncate on content.dropped
  for each statement execute function platform.refuse_change();
grant select, insert on content.dropped to nare_app;
