-- Whom a source or a person has confirmed. A confirmation without a document number, which only a source that needs none gives, is enough
-- to deposit and bet, but is no passed check.
create table identity.confirmation (
  bettor bigint primary key references identity.bettor (id),
  by text not null,
  at timestamptz not null
);
insert into identity.confirmation (bettor, by, at)
  select bettor, coalesce(decided_by, 'check'), changed_at from identity.kyc_case where state = 'passed';
create trigger confirmation_stays before update or delete or truncate on identity.confirmation
  for each statement execute function platform.refuse_change();
grant select, insert on identity.confirmation to nare_app;

-- A check by number alone is asked of the electronic source, again after a while if it does not answer.
alter table identity.kyc_case
  add column way text not null default 'documents' check (way in ('documents', 'number')),
  add column tries integer not null default 0 check (tries >= 0),
  add column next_at timestamptz,
  add column source_answer jsonb check (jsonb_typeof(source_answer) = 'object');
