-- When the settlement of a finished round is due next; null before the end of the round and once it is settled. A round whose settlement
-- fails is postponed, each time longer, so that it does not stop the rounds after it.
alter table platform.round
  add column settle_at timestamptz,
  add column settle_failures int not null default 0 check (settle_failures >= 0),
  add column settle_error text check (length(settle_error) <= 500);
update platform.round p set settle_at = platform.real_now()
where p.state in ('ended', 'voided') and (
  exists (select from games.crash_round r where r.round = p.id and r.settled_at is null)
  or exists (select from league.round r where r.round_id = p.round_id and r.settled_at is null));
create index round_unsettled on platform.round (name, round_no) include (settle_at) where settle_at is not null;
grant update (settle_at, settle_failures, settle_error) on platform.round to nare_app;

create or replace function platform.round_forward() returns trigger language plpgsql as $$
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
  if new.state in ('ended', 'voided') and old.state in ('open', 'locked') then
    new.settle_at := platform.real_now();
  end if;
  return new;
end $$;
