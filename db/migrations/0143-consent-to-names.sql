-- Whether a bettor lets others read the name beside a win, and each time that this changed: the consent has to be shown later.
alter table identity.bettor add column name_shown boolean not null default false;
create table identity.name_consent (
  id bigint generated always as identity primary key,
  bettor bigint not null references identity.bettor (id),
  shown boolean not null,
  at timestamptz not null
);
create index name_consent_of_bettor on identity.name_consent (bettor, id);
create trigger name_consent_stays before update or delete or truncate on identity.name_consent
  for each statement execute function platform.refuse_change();
grant select, insert on identity.name_consent to nare_app;
