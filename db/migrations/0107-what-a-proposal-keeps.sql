-- What a proposal keeps beside its input and never shows: the hash of a token that its proposer was given, which lives once it is confirmed.
alter table operator.proposal add column kept jsonb;

-- The fields of a proposal, its facts with whole phone numbers and the answers of commands are stored encrypted; `before` shows the numbers
-- masked, and `input` is empty. Rows that ended before are masked; those that wait are read as they are for the day that they have left.
alter table operator.proposal add column sealed bytea;
alter table operator.command add column sealed bytea;

create function pg_temp.masked(given jsonb) returns jsonb language sql immutable as $$
  select regexp_replace(
    regexp_replace(given::text, '(?<![\w.-])(?:\+?(?:254|255)[ -]?|0)([167]\d{2})[ -]?\d{3}[ -]?(\d{3})(?![\w-])', '0\1 *** \2', 'g'),
    '"payer": "[0-9a-f]{32,128}"', '"payer": "payer unknown to the provider"', 'g')::jsonb $$;
update operator.proposal set input = '{}', before = pg_temp.masked(before) where state <> 'waiting';
update operator.command set answer = pg_temp.masked(answer) where answer <> pg_temp.masked(answer);
