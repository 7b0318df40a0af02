-- A forwarded cash-out is placed in time by the database's clock, not by the clock of the machine that read it: the row is stamped when it is
-- stored, and the process that read it adds how long it took from reading to storing, by its monotonic clock.
alter table games.crash_ask
  add column stored_at timestamptz not null default platform.real_now(),
  add column waited_ms int not null default 0 check (waited_ms between 0 and 1000),
  alter column read_at drop not null;
grant insert (waited_ms) on games.crash_ask to nare_app;
