-- Breaks are short, exclusions are long; the period says which, and nothing else may be written.
alter table protection.exclusion add check (period in ('24h', '7d', '30d', '6w', '6m', '1y', '5y'));
alter table protection.exclusion add column kind text not null
  generated always as (case when period in ('6m', '1y', '5y') then 'exclusion' else 'break' end) stored;

-- A limit in force, and the higher one (or none at all) that was asked for and waits. The zone says when its periods begin.
create table protection.bettor_limit (
  bettor_id bigint not null,
  kind text not null check (kind in ('deposit', 'loss', 'stake')),
  period text not null check (period in ('bet', 'day', 'week', 'month')),
  zone text not null,
  value bigint check (value >= 0),
  pending boolean not null default false,
  pending_value bigint check (pending_value >= 0),
  pending_from timestamptz,
  pending_until timestamptz,
  primary key (bettor_id, kind, period),
  check (kind = 'stake' or period <> 'bet'),
  check (pending = (pending_from is not null)),
  check (pending = (pending_until is not null)),
  check (pending_until > pending_from),
  check (pending or pending_value is null),
  check (not pending or value is not null),
  check (not pending or pending_value is null or pending_value > value)
);

-- Every wish for a limit and what came of it, for ever.
create table protection.limit_change (
  no bigint generated always as identity primary key,
  bettor_id bigint not null,
  kind text not null,
  period text not null,
  before bigint,
  asked bigint,
  became text not null check (became in ('in_force', 'waiting', 'still_waiting', 'confirmed')),
  at timestamptz not null
);
create index limit_change_bettor on protection.limit_change (bettor_id, no);
create trigger limit_change_stays before update or delete or truncate on protection.limit_change
  for each statement execute function platform.refuse_change();

create table protection.preference (
  bettor_id bigint primary key,
  reality_check_minutes int not null check (reality_check_minutes between 5 and 60)
);

-- What the gates refused: a sign of harm. Written after the refusal, as far as it goes.
create table protection.refusal (
  bettor_id bigint not null,
  at timestamptz not null,
  reason text not null
);
create index refusal_bettor on protection.refusal (bettor_id, at);

-- Signs of harm in one bettor's day, each with its weight.
create table protection.marker (
  bettor_id bigint not null,
  day date not null,
  score int not null check (score > 0),
  reasons jsonb not null,
  at timestamptz not null,
  primary key (bettor_id, day)
);
create index marker_day on protection.marker (day, score desc);
create trigger marker_stays before update or delete or truncate on protection.marker
  for each statement execute function platform.refuse_change();

-- How far the search for markers came: all days before `day`, and in it all bettors up to `after_bettor`.
create table protection.marker_run (
  one boolean primary key default true check (one),
  day date not null,
  after_bettor bigint not null default 0
);

grant select, insert, update on protection.bettor_limit, protection.preference, protection.marker_run to nare_app;
grant select, insert on protection.limit_change, protection.marker to nare_app;
grant select, insert, delete on protection.refusal to nare_app;

-- A number below which every transfer is older than `since`. Numbers and times rise together but for a statement's
-- time-out of 60 s, so halving finds it; no index on the time burdens each posting.
create function ledger.first_no(since timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := coalesce((select max(no) from ledger.transfer), 0) + 1;
  middle bigint;
  found_no bigint;
  found_at timestamptz;
begin
  while high - low > 1 loop
    middle := low + (high - low) / 2;
    select no, at into found_no, found_at from ledger.transfer where no >= middle and no < high order by no limit 1;
    if found_no is not null and found_at < since - interval '2 minutes' then low := found_no; else high := middle; end if;
  end loop;
  return low + 1;
end $$;
grant execute on function ledger.first_no(timestamptz) to nare_app;

-- What some bettors staked and got back, day by day, up to a transfer: those with limits, so that each of their stakes need not
-- count a month of entries. `begins` is the midnight of the day.
create table ledger.played_day (
  owner bigint not null,
  begins timestamptz not null,
  staked bigint not null,
  returned bigint not null,
  primary key (owner, begins)
);
create table ledger.played_upto (
  owner bigint primary key,
  transfer_no bigint not null default 0
);
grant select, insert, update on ledger.played_day, ledger.played_upto to nare_app;
