-- Commands that bettors send by SMS. The rows are the queue: a message is stored before its delivery is answered, claimed by one process,
-- and answered once.
create schema sms;
grant usage on schema sms to nare_app;

-- `id` is the provider's; `sent_at` what it says of the time. `reply` is null where a message gets none.
create table sms.message (
  id text primary key check (length(id) between 1 and 200),
  msisdn text not null check (msisdn ~ '^254[17][0-9]{8}$'),
  body text not null,
  language text check (language in ('en', 'sw')),
  sent_at timestamptz,
  received_at timestamptz not null default platform.now(),
  attempts int not null default 0,
  claimed_at timestamptz,
  reply text,
  answered_at timestamptz
);
create index message_waiting on sms.message (received_at, id) where answered_at is null;
create index message_of_number on sms.message (msisdn, received_at);
create index message_at on sms.message (received_at);

grant select, insert, delete on sms.message to nare_app;
grant update (language, attempts, claimed_at, reply, answered_at) on sms.message to nare_app;
