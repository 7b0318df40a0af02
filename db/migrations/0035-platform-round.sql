-- The rounds of a live thing that has one owner: a league competition, crash. Its drawing, prices and times of play live in the
-- product's own schema. `epoch` is the owner's at the last write. `locks_at` is when stakes close by the timetable; null while that
-- depends on another round. Stakes hold the advisory lock (3, id), shared; locking a round takes it exclusively.
create table platform.round (
  id integer generated always as identity primary key,
  name text not null references platform.owner (name),
  round_no bigint not null check (round_no > 0),
  round_id text not null unique check (length(round_id) between 1 and 100),
  state text not null default 'open' check (state in ('open', 'locked', 'ended', 'voided')),
  epoch bigint not null,
  locks_at timestamptz,
  opened_at timestamptz not null default platform.now(),
  locked_at timestamptz,
  ended_at timestamptz,
  void_reason text,
  unique (name, round_no),
  check (case state when 'open' then locked_at is null when 'voided' then true else locked_at is not null end),
  check ((state in ('ended', 'voided')) = (ended_at is not null)),
  check ((state = 'voided') = (void_reason is not null))
);
create index round_unfinished on platform.round (name, round_no) where state in ('open', 'locked');

grant select on platform.round to nare_app;
grant insert (name, round_no, round_id, epoch, locks_at) on platform.round to nare_app;
grant update (state, epoch, locks_at, locked_at, ended_at, void_reason) on platform.round to nare_app;

-- A round moves forward only, and no older owner writes after a newer one, whoever forgets to ask first.
create function platform.round_forward() returns trigger language plpgsql as $$
begin
  if new.epoch < old.epoch then
    raise exception 'round % was written under epoch % already', old.round_id, old.epoch;
  end if;
  if new.state <> old.state and not (old.state = 'open' or (old.state = 'locked' and new.state in ('ended', 'voided')))
    or new.state = 'ended' and old.state = 'open' then
    raise exception 'round % cannot go from % to %', old.round_id, old.state, new.state;
  end if;
  if old.state <> 'open' and new.locks_at is distinct from old.locks_at then
    raise exception 'round % is not open any more', old.round_id;
  end if;
  return new;
end $$;
create trigger round_forward before update on platform.round for each row execute function platform.round_forward();
