-- Accounts that were closed for the legal term lose what names their person. The ledger, the tickets and the lines of the regulator stay, with
-- the bettor's id. Only the owner of the tables erases, in a transaction that says so: the working role can do neither.
create function platform.erasing() returns boolean language sql stable
  return coalesce(current_setting('nare.erasing', true), '') = 'yes' and current_user <> 'nare_app';

-- What was erased, and in which run.
create table rights.erasure (
  bettor_id bigint primary key,
  at timestamptz not null,
  what jsonb not null,
  run uuid not null
);
create trigger erasure_stays before update or delete or truncate on rights.erasure
  for each statement execute function platform.refuse_change();
grant select on rights.erasure to nare_app;

alter table identity.bettor add column erased_at timestamptz;
alter table identity.bettor drop constraint bettor_msisdn_check;
alter table identity.bettor add constraint bettor_msisdn_check
  check (msisdn ~ '^254[17][0-9]{8}$' or (erased_at is not null and msisdn = 'erased-' || id)) not valid;

-- Closed accounts that are not erased, the oldest first. An account stays closed, and of its closing only the reason can be erased.
alter table protection.closed add column erased_at timestamptz;
create index closed_not_erased on protection.closed (since, bettor_id) where erased_at is null;
drop trigger closed_stays on protection.closed;
create trigger closed_stays before delete or truncate or update of bettor_id, since, no, by on protection.closed
  for each statement execute function platform.refuse_change();
create trigger closed_reason_stays before update of reason, erased_at on protection.closed
  for each statement when (not platform.erasing()) execute function platform.refuse_change();

drop trigger complaint_stays on complaints.complaint;
create trigger complaint_stays before delete or truncate or update of complaint_id, bettor_id, command_id, about, ref, at
  on complaints.complaint for each statement execute function platform.refuse_change();
create trigger complaint_text_stays before update of text on complaints.complaint
  for each statement when (not platform.erasing()) execute function platform.refuse_change();

drop trigger kyc_wanted_stays on identity.kyc_wanted;
create trigger kyc_wanted_stays before delete or truncate or update of bettor, by, at on identity.kyc_wanted
  for each statement execute function platform.refuse_change();
create trigger kyc_wanted_reason_stays before update of reason on identity.kyc_wanted
  for each statement when (not platform.erasing()) execute function platform.refuse_change();

drop trigger bettor_note_stays on identity.bettor_note;
create trigger bettor_note_stays before delete or truncate or update of id, bettor, by, at on identity.bettor_note
  for each statement execute function platform.refuse_change();
create trigger bettor_note_text_stays before update of text on identity.bettor_note
  for each statement when (not platform.erasing()) execute function platform.refuse_change();
