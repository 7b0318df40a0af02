-- The operators' page of a bettor. Sessions are listed by time. `no` orders those of equal times.
alter table identity.session add column no bigint generated always as identity;
create index session_of_bettor on identity.session (bettor, opened_at, no);

-- A browser keeps its device id when its token is replaced. Device ids are recorded from now on.
alter table identity.device add column device uuid;
create table identity.device_use (
  device uuid not null,
  bettor bigint not null references identity.bettor (id),
  since timestamptz not null,
  last_at timestamptz not null,
  times int not null check (times > 0),
  primary key (device, bettor)
);
create index device_use_bettor on identity.device_use (bettor, last_at);
grant select, insert, update on identity.device_use to nare_app;

-- What operators write about a bettor, and to a bettor.
create table identity.bettor_note (
  id bigint generated always as identity primary key,
  bettor bigint not null references identity.bettor (id),
  text text not null check (length(text) between 1 and 2000),
  by text not null check (length(by) between 1 and 80),
  at timestamptz not null
);
create index bettor_note_of_bettor on identity.bettor_note (bettor, at, id);
create trigger bettor_note_stays before update or delete or truncate on identity.bettor_note
  for each statement execute function platform.refuse_change();
create table identity.bettor_message (
  id bigint generated always as identity primary key,
  bettor bigint not null references identity.bettor (id),
  text text not null check (length(text) between 1 and 480),
  by text not null check (length(by) between 1 and 80),
  at timestamptz not null,
  failed_at timestamptz
);
create index bettor_message_of_bettor on identity.bettor_message (bettor, at, id);
grant select, insert on identity.bettor_note, identity.bettor_message to nare_app;
grant update (failed_at) on identity.bettor_message to nare_app;

-- The operator who set a limit, a break or an exclusion, or closed an account; null if the bettor did.
alter table protection.exclusion add column by text check (length(by) between 1 and 80);
alter table protection.limit_change add column by text check (length(by) between 1 and 80);
alter table protection.closed add column by text check (length(by) between 1 and 80);

-- Accounts that share a document.
create index kyc_case_number on identity.kyc_case (kind, number);

-- Accounts that share a payer: the phone of a prompt or payout, and the full number that a provider reports.
create index deposit_msisdn on payments.deposit (msisdn) where msisdn is not null;
create index deposit_payer on payments.deposit (payer) where payer is not null;
create index paybill_payer on payments.paybill (payer) where payer is not null and state = 'matched';
create index withdrawal_msisdn on payments.withdrawal (msisdn);

-- What operators set on an account: locked (no login, stake, deposit or withdrawal), and the share of the highest stake and of the
-- liability that its bettor is offered. Read by the gate of stakes.
create table protection.account_setting (
  bettor_id bigint primary key,
  locked boolean not null default false,
  locked_by text check (length(locked_by) between 1 and 80),
  locked_at timestamptz,
  stake_percent smallint not null default 100 check (stake_percent between 0 and 100),
  percent_by text check (length(percent_by) between 1 and 80),
  percent_at timestamptz
);
create index account_setting_locked on protection.account_setting (bettor_id) where locked;
grant select, insert, update on protection.account_setting to nare_app;
