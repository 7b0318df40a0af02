-- What delivery reports say of a number: messages do not arrive there, or its owner wants none.
create table identity.sms_number (
  msisdn text primary key check (msisdn ~ '^254[17][0-9]{8}$'),
  unreachable_at timestamptz,
  opted_out_at timestamptz,
  reason text,
  changed_at timestamptz not null
);

-- Messages that people sent to our number, by the provider's id.
create table identity.received_sms (
  id text primary key,
  msisdn text not null,
  sent_to text not null,
  text text not null,
  link_id text,
  received_at timestamptz not null
);
create index received_sms_at on identity.received_sms (received_at);

grant select, insert, update on identity.sms_number to nare_app;
grant select, insert, delete on identity.received_sms to nare_app;
