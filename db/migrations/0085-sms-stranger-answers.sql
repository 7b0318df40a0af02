-- How many messages of numbers without an account were answered in each hour: strangers can choose the senders of messages, and every answer
-- costs money.
create table sms.stranger_answers (
  hour timestamptz primary key,
  answers int not null check (answers > 0)
);
grant select, insert, update, delete on sms.stranger_answers to nare_app;
