-- What a bettor reads of the own sessions: in which browser, when it was last used, and the passkey that opened it.
alter table identity.session
  add column device text check (length(device) between 1 and 60),
  add column last_used_at timestamptz,
  add column passkey bigint;
