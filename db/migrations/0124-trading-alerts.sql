-- What traders should look at: much on one outcome in minutes, many accounts on a rare outcome, bets shortly before an event, a silent feed. One open
-- alert for each subject, which later facts update; a closed one of the same subject stays quiet until `quiet_until`.
create table betting.alert (
  alert_id bigint generated always as identity primary key,
  kind text not null check (kind in ('outcome_stake', 'outcome_liability', 'many_accounts', 'before_event', 'feed_silent')),
  match_id int not null,
  market_id text not null default '',
  odd_key text not null default '',
  facts jsonb not null,
  raised_at timestamptz not null,
  changed_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  quiet_until timestamptz,
  check ((closed_at is null) = (closed_by is null))
);
create unique index alert_open on betting.alert (kind, match_id, market_id, odd_key) where closed_at is null;
create index alert_closed on betting.alert (kind, match_id, market_id, odd_key, quiet_until) where closed_at is not null;
grant select, insert, update on betting.alert to nare_app;
create index match_event_at on catalog.match_event (at);
