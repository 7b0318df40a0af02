-- What the regulator reads: one line for each bet, transfer, session, exclusion, price and result, in one order of numbers, as a stream and as a
-- file for each day. No row is copied: a segment says which lines are which rows of their own table, so these rows need numbers of their own.
alter table betting.bet add column no bigint generated always as identity;
alter table catalog.result add column no bigint generated always as identity;
alter table protection.exclusion add column no bigint generated always as identity;
alter table protection.closed add column no bigint generated always as identity;

-- Bets are read by ranges of their numbers, which follow the order of the rows, so an index of block ranges finds them: it costs a bet next to
-- nothing, and an update nothing.
create index bet_no on betting.bet using brin (no) with (pages_per_range = 16, autosummarize = on);
create unique index result_no on catalog.result (no);
create unique index exclusion_no on protection.exclusion (no);
create unique index closed_no on protection.closed (no);
create unique index session_no on identity.session (no);

-- The highest number that each table has given out is read from its sequence: the newest row that can be seen is not it.
do $$
declare
  numbered text;
begin
  foreach numbered in array array['betting.bet', 'betting.settled', 'catalog.result', 'catalog.price_change', 'identity.session', 'ledger.transfer',
    'protection.exclusion', 'protection.closed'] loop
    execute format('grant select on sequence %s to nare_app', pg_get_serial_sequence(numbered, 'no'));
  end loop;
end $$;

create schema regulator;
grant usage on schema regulator to nare_app;

-- The kinds of rows that become lines: each is numbered up to its row `no`.
create table regulator.source (
  name text primary key check (length(name) between 1 and 30),
  no bigint not null default 0
);

-- The lines from `first_n` to `last_n` are the rows of a source after its number `after_no`, in the order of their numbers: line n is row
-- after_no + n - first_n + 1. A number without a row has no line. `at` is when they were numbered.
create table regulator.segment (
  first_n bigint primary key,
  last_n bigint not null,
  source text not null references regulator.source,
  after_no bigint not null check (after_no >= 0),
  at timestamptz not null,
  check (first_n > 0 and last_n >= first_n)
);
create index segment_at on regulator.segment (at);
create trigger segment_stays before update or delete or truncate on regulator.segment
  for each statement execute function platform.refuse_change();

-- The file of each day, without a gap. `upto_n` and `previous` are fixed when it is begun, so that whoever continues after a stop writes the same
-- file. `claim` is the process that writes it, until `claimed_until` of real time.
create table regulator.day_file (
  day date primary key,
  upto_n bigint not null,
  previous text check (previous ~ '^[0-9a-f]{64}$'),
  begun_at timestamptz not null,
  claim uuid,
  claimed_until timestamptz,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint,
  lines bigint,
  made_at timestamptz,
  check ((made_at is null) = (sha256 is null) and (made_at is null) = (bytes is null) and (made_at is null) = (lines is null))
);

-- What each reader has read last, by its name.
create table regulator.reader (
  name text not null,
  what text not null check (what in ('stream', 'file')),
  upto text not null,
  address text not null,
  at timestamptz not null,
  primary key (name, what)
);
grant select, insert, update on regulator.source, regulator.day_file, regulator.reader to nare_app;
grant select, insert on regulator.segment to nare_app;
