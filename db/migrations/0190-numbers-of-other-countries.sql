-- Mobile numbers of Kenya and of Tanzania. The server reads numbers as those of its country; the tables refuse what is no number of either.
alter table identity.bettor drop constraint bettor_msisdn_check;
alter table identity.bettor add constraint bettor_msisdn_check
  check (msisdn ~ '^(254[17]|255[67])[0-9]{8}$' or (erased_at is not null and msisdn = 'erased-' || id)) not valid;
alter table identity.sms_number drop constraint sms_number_msisdn_check;
alter table identity.sms_number add constraint sms_number_msisdn_check check (msisdn ~ '^(254[17]|255[67])[0-9]{8}$');
alter table sms.message drop constraint message_msisdn_check;
alter table sms.message add constraint message_msisdn_check check (msisdn ~ '^(254[17]|255[67])[0-9]{8}$') not valid;
