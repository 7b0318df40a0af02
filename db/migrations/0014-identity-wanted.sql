-- Bettors whose identity somebody of the house wants confirmed before anything more is paid out, whatever the sum.
create table identity.kyc_wanted (
  bettor bigint primary key references identity.bettor (id),
  by text not null,
  reason text not null,
  at timestamptz not null
);
create trigger kyc_wanted_stays before update or delete or truncate on identity.kyc_wanted
  for each statement execute function platform.refuse_change();
grant select, insert on identity.kyc_wanted to nare_app;
