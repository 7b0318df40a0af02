-- A bet by SMS that waits for a trader: `referred` is its id, `told` what its bettor was told about it since, `offered` or `ended`. Without an
-- answer in the app the sender would never hear of it. Marked before a text is sent, so that one that may have arrived is not sent twice.
alter table sms.message
  add column referred bigint,
  add column told text check (told in ('offered', 'ended'));
create index message_referred on sms.message (referred) where referred is not null and told is distinct from 'ended';
grant update (referred, told) on sms.message to nare_app;
-- What has ended is kept for a term of the settings, then swept.
create index referral_ended on betting.referral (ended_at) where ended_at is not null;
create index alert_closed_at on betting.alert (closed_at) where closed_at is not null;
grant delete on betting.referral, betting.alert to nare_app;
