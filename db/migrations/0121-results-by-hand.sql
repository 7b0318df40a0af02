-- What people of the house declared void, whatever the result says: of a market everything, one line or one outcome. The match has all of it, and
-- each version of its result what was void then. A version of kind 'open' decides nothing but that: the match has no result yet.
alter table catalog.match
  add column voids jsonb check (jsonb_typeof(voids) = 'array'),
  -- The live delay of this match in seconds, where it is longer than the setting.
  add column live_delay_s smallint check (live_delay_s between 1 and 30);
alter table catalog.result
  add column voids jsonb check (jsonb_typeof(voids) = 'array'),
  drop constraint result_kind_check,
  add constraint result_kind_check check (kind in ('result', 'cancelled', 'void_undecided', 'rolled_back', 'open'));

-- A feed says something else than a person of the house has decided.
alter table catalog.finding
  drop constraint finding_kind_check,
  add constraint finding_kind_check
    check (kind in ('empty_list', 'sides_swapped', 'teams_changed', 'same_match', 'early_result', 'board_prizes', 'feed_differs'));
