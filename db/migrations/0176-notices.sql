-- Notices of what happened to a bettor's own bets and money, by Web Push and SMS. Nothing here moves money.
create schema notices;
grant usage on schema notices to nare_app;

-- A browser that gets notices. Its address and keys are what the browser said: a claim, used only for requests to known push services. It belongs to the
-- session that made it, by the mark of that session, and gets nothing once the session has ended.
create table notices.subscription (
  id bigint generated always as identity primary key,
  bettor_id bigint not null,
  endpoint text not null unique check (length(endpoint) between 12 and 1000),
  p256dh bytea not null check (length(p256dh) = 65),
  auth bytea not null check (length(auth) = 16),
  topics text[] not null check (topics <@ array['bet_settled', 'money', 'kickoff'] and cardinality(topics) between 1 and 3),
  language text not null check (language in ('en', 'sw')),
  session_mark bytea not null check (length(session_mark) = 16),
  -- Refusals in a row that do not say that the browser is gone.
  refusals int not null default 0,
  since timestamptz not null
);
create index subscription_of_bettor on notices.subscription (bettor_id, id);
grant select, insert, update, delete on notices.subscription to nare_app;

-- How a bettor wants notices. Without a row: no amounts, quiet from 22 to 7, no SMS.
create table notices.choice (
  bettor_id bigint primary key,
  amounts boolean not null,
  quiet_from int check (quiet_from between 0 and 23),
  quiet_until int check (quiet_until between 0 and 23),
  sms_money boolean not null,
  sms_won boolean not null,
  language text not null check (language in ('en', 'sw')),
  changed_at timestamptz not null,
  check ((quiet_from is null) = (quiet_until is null))
);
grant select, insert, update, delete on notices.choice to nare_app;

-- What a bettor will be told, one row for each kind of notice: everything since the last one is in one sentence, so the queue is never longer than
-- the bettors who asked. A row without anything to tell remembers when the last notice went.
create table notices.waiting (
  bettor_id bigint not null,
  kind text not null check (kind in ('bet_settled', 'money', 'kickoff', 'sms_won', 'sms_money')),
  count int not null,
  won int not null default 0,
  amount bigint not null default 0,
  -- Of the only one, or of the first: { bet_id, state }, { payment, id } or { match }.
  facts jsonb not null,
  since timestamptz not null,
  due_at timestamptz not null,
  last_at timestamptz,
  primary key (bettor_id, kind)
);
create index waiting_due on notices.waiting (due_at) where count > 0;
create index waiting_idle on notices.waiting (last_at) where count = 0;
grant select, insert, update, delete on notices.waiting to nare_app;

-- A notice on its way to one browser. `handed`: given to the push service by a process; if that ends before the answer, nobody sends it again.
create table notices.delivery (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references notices.subscription on delete cascade,
  kind text not null,
  payload text not null check (length(payload) <= 2000),
  at timestamptz not null,
  next_at timestamptz not null,
  expires_at timestamptz not null,
  tries int not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'handed'))
);
create index delivery_due on notices.delivery (next_at, id) where state = 'waiting';
create index delivery_of on notices.delivery (subscription_id);
grant select, insert, update, delete on notices.delivery to nare_app;

-- Matches whose bettors were told of the kick-off.
create table notices.match_told (
  match_id int primary key,
  at timestamptz not null
);
create index match_told_at on notices.match_told (at);
grant select, insert, delete on notices.match_told to nare_app;

-- SMS of a bettor on a day of the country.
create table notices.sms_day (
  bettor_id bigint not null,
  day date not null,
  count int not null,
  primary key (bettor_id, day)
);
create index sms_day_old on notices.sms_day (day);
grant select, insert, update, delete on notices.sms_day to nare_app;
