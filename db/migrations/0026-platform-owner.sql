-- Real time, whatever the sandbox does to the one clock: for heartbeats and time-outs, never for what a bettor sees.
create function platform.real_now() returns timestamptz language sql volatile
  return clock_timestamp();
grant execute on function platform.real_now() to nare_app;

-- Who does a thing that only one process may do (a feed, a league competition, crash). The owner holds a session's
-- advisory lock (5, name) and writes its heartbeat here. Each new owner raises the epoch: a write under an older one is refused.
create table platform.owner (
  name text primary key,
  epoch bigint not null default 0,
  beat_at timestamptz not null default '-infinity'
);
grant select on platform.owner to nare_app;

-- Whether `epoch` still owns `name`. Holds the fence (6, name), shared, until the transaction ends: a successor raises the
-- epoch only when nobody holds it. Two statements, so that the second one sees what was committed during the wait.
create function platform.owns(owner_name text, owner_epoch bigint) returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(6, hashtext(owner_name));
  return exists (select from platform.owner where name = owner_name and epoch = owner_epoch);
end $$;
grant execute on function platform.owns(text, bigint) to nare_app;
