-- Mixx by Yas, of Tanzania, beside M-Pesa and Airtel Money. The new check is valid for every row that the old one was valid for.
alter table payments.deposit drop constraint deposit_provider_check;
alter table payments.deposit add constraint deposit_provider_check check (provider in ('mpesa', 'airtel', 'mixx')) not valid;
alter table payments.withdrawal drop constraint withdrawal_provider_check;
alter table payments.withdrawal add constraint withdrawal_provider_check check (provider in ('mpesa', 'airtel', 'mixx')) not valid;
alter table payments.stop drop constraint stop_provider_check;
alter table payments.stop add constraint stop_provider_check check (provider in ('mpesa', 'airtel', 'mixx'));
alter table payments.statement drop constraint statement_provider_check;
alter table payments.statement add constraint statement_provider_check check (provider in ('mpesa', 'airtel', 'mixx'));
alter table payments.difference drop constraint difference_provider_check;
alter table payments.difference add constraint difference_provider_check check (provider in ('mpesa', 'airtel', 'mixx'));
