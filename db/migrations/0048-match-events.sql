-- What happened in a match, as its feed reported it. A correction is the next version of the same event, so that operators see what was
-- reported before. `n` sorts the events of a match. An event that was taken back before it was reported has no type yet.
create table catalog.match_event (
  match_id int not null references catalog.match,
  event_id text not null check (length(event_id) between 1 and 64),
  version int not null check (version between 1 and 50),
  n int not null,
  type text check (type in ('kick_off', 'goal', 'own_goal', 'penalty_awarded', 'penalty_scored', 'penalty_missed', 'yellow_card',
    'red_card', 'corner', 'substitution', 'video_check', 'video_overturned', 'half_time', 'second_half', 'injury_time', 'full_time',
    'interrupted', 'resumed', 'abandoned', 'postponed')),
  minute int check (minute between 0 and 400),
  added int check (added between 0 and 99),
  side text check (side in ('home', 'away')),
  player text check (length(player) <= 80),
  home_score int check (home_score >= 0),
  away_score int check (away_score >= 0),
  taken_back_at timestamptz,
  source text not null,
  at timestamptz not null,
  primary key (match_id, event_id, version),
  check (type is not null or taken_back_at is not null),
  check ((home_score is null) = (away_score is null))
);
create trigger match_event_stays before update or delete or truncate on catalog.match_event
  for each statement execute function platform.refuse_change();
grant select, insert on catalog.match_event to nare_app;

-- Injury time, and counts that not every feed has. `suspended_for` is the reason of `suspended`. `last_event` is what was reported last,
-- for the rows of the live lists.
alter table catalog.match
  add column added int check (added between 0 and 99),
  add column home_corners int check (home_corners >= 0),
  add column away_corners int check (away_corners >= 0),
  add column home_yellows int check (home_yellows >= 0),
  add column away_yellows int check (away_yellows >= 0),
  add column suspended_for text check (suspended_for in ('goal', 'penalty', 'red_card', 'video_check', 'silent_feed', 'started_early',
    'interrupted', 'operator', 'other')),
  add column last_event jsonb,
  add check ((home_corners is null) = (away_corners is null)),
  add check ((home_yellows is null) = (away_yellows is null));
update catalog.match set suspended_for = 'other' where suspended;
alter table catalog.match add check (suspended or suspended_for is null);
-- The matches that a silent feed suspended, to be reopened when it speaks again.
create index match_silent on catalog.match (driven_by) where suspended_for = 'silent_feed';
-- Results by day.
create index match_ended on catalog.match (start_time) where state = 'ended';

alter table catalog.result
  add column home_corners int check (home_corners >= 0),
  add column away_corners int check (away_corners >= 0),
  add column home_cards int check (home_cards >= 0),
  add column away_cards int check (away_cards >= 0),
  add check ((home_corners is null) = (away_corners is null)),
  add check ((home_cards is null) = (away_cards is null));

-- The last sign of life of each source, in real time: never by the clock that the sandbox sets. A source without a row sends no
-- heartbeats and is never silent: matches that are driven by hand, above all.
create table catalog.feed (
  source text primary key check (length(source) between 1 and 80),
  beat_at timestamptz not null
) with (fillfactor = 50);
grant select, insert, update on catalog.feed to nare_app;

-- How long a source has been silent, in milliseconds; null where it sends no heartbeats. A heartbeat of the future means that the
-- database's clock was set back: nothing is known then, which counts as silence until the next heartbeat.
create function catalog.silent_ms(beat_at timestamptz) returns double precision language sql volatile
  return case when beat_at > platform.real_now() + interval '2 seconds' then 86400000
    else greatest(0, extract(epoch from platform.real_now() - beat_at) * 1000) end;
grant execute on function catalog.silent_ms(timestamptz) to nare_app;

-- Whether that is too long for bets: 10 s while the match is live, else 60 s. Null where the source sends no heartbeats.
create function catalog.is_silent(beat_at timestamptz, match_state text) returns boolean language sql volatile
  return catalog.silent_ms(beat_at) > case when match_state in ('live', 'interrupted') then 10000 else 60000 end;
grant execute on function catalog.is_silent(timestamptz, text) to nare_app;
