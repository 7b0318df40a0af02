-- In some countries no bet is taken for a time after a change of a limit that was set before. A lower limit counts at once and stops bets until
-- `stopped_until`; a higher one that waits stops them until it may be confirmed.
alter table protection.bettor_limit
  add column stopped_until timestamptz,
  add column pending_stops boolean not null default false,
  add check (pending or not pending_stops);
