-- Quarters, halves, sets or innings of a match so far, and what its feed remembers of it beside them, in the feed's own format.
alter table catalog.match
  add column periods jsonb check (jsonb_typeof(periods) = 'array'),
  add column play jsonb;
