-- Consent to promotions by message: each time a bettor gave it or took it back. The newest row of a channel holds; without a row nothing was given.
create table identity.message_consent (
  id bigint generated always as identity primary key,
  bettor bigint not null references identity.bettor (id),
  channel text not null check (channel in ('sms', 'app')),
  given boolean not null,
  -- The version of the sentence that the bettor agreed to.
  wording text check (length(wording) between 1 and 20),
  -- Where: the box of the sign-up, the profile, a word sent by SMS, or the provider's list of numbers that want nothing.
  how text not null check (how in ('sign_up', 'profile', 'sms', 'provider')),
  at timestamptz not null,
  check (given = (wording is not null))
);
create index message_consent_of_bettor on identity.message_consent (bettor, channel, id desc);
create trigger message_consent_stays before update or delete or truncate on identity.message_consent
  for each statement execute function platform.refuse_change();
grant select, insert on identity.message_consent to nare_app;

-- The version of the sentence beside the box that was ticked; it becomes a consent once the number is verified.
alter table identity.signup add column consent_wording text check (length(consent_wording) between 1 and 20);

-- A promotion reaches a bettor by the channels that the bettor has agreed to.
alter table content.message_to drop constraint message_to_why_check;
alter table content.message_to add constraint message_to_why_check
  check (why in ('not_found', 'opted_out', 'protected', 'no_consent'));
alter table content.message_to add column in_app boolean not null default true;
grant update (in_app) on content.message_to to nare_app;
