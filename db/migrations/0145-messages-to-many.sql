-- Messages of the house to a list of bettors: a draft that another person approves, and a row for each person, which goes to the provider at most
-- once: it is `handed` before it is sent, and what was handed by a process that ended is `unknown`, never sent again.
create table content.message (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('service', 'promotion')),
  channel text not null check (channel in ('sms', 'app', 'both')),
  text_en text not null check (length(text_en) between 3 and 480),
  text_sw text not null check (length(text_sw) between 3 and 480),
  approval text check (length(approval) between 1 and 40),
  author text not null,
  reason text not null check (length(reason) >= 3),
  at timestamptz not null,
  approved_by text check (approved_by <> author),
  approved_at timestamptz,
  stopped_by text,
  stopped_at timestamptz,
  check (kind = 'service' or approval is not null),
  check ((approved_by is null) = (approved_at is null)),
  check ((stopped_by is null) = (stopped_at is null))
);
create index message_waits on content.message (at) where approved_at is null and stopped_at is null;
create trigger message_stays before delete or truncate or update of kind, channel, text_en, text_sw, approval, author, reason, at
  on content.message for each statement execute function platform.refuse_change();

create table content.message_to (
  message_id bigint not null references content.message,
  bettor bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'handed', 'sent', 'failed', 'unknown', 'refused')),
  -- Why nothing was sent: without saying which sign of harm it was.
  why text check (why in ('not_found', 'opted_out', 'protected')),
  lang text check (lang in ('en', 'sw')),
  parts int not null default 0,
  -- The text as it went out.
  text text,
  at timestamptz,
  primary key (message_id, bettor),
  check ((state = 'refused') = (why is not null))
);
create index message_to_waits on content.message_to (message_id, bettor) where state = 'waiting';
create index message_to_handed on content.message_to (at) where state = 'handed';
create index message_to_bettor on content.message_to (bettor, message_id) where state not in ('waiting', 'refused');
grant select, insert on content.message, content.message_to to nare_app;
grant update (approved_by, approved_at, stopped_by, stopped_at) on content.message to nare_app;
grant update (state, why, lang, parts, text, at) on content.message_to to nare_app;
