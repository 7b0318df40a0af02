-- Prizes of a board that wait are a finding, until they are paid or withheld.
alter table catalog.finding
  drop constraint finding_kind_check,
  drop constraint finding_resolution_check,
  add constraint finding_kind_check check (kind in ('empty_list', 'sides_swapped', 'teams_changed', 'same_match', 'early_result', 'board_prizes')),
  add constraint finding_resolution_check check (resolution in ('reopen', 'keep', 'pay', 'withhold'));

insert into catalog.finding (kind, subject, facts, at)
select 'board_prizes', 'season ' || id, jsonb_strip_nulls(jsonb_build_object('season_id', id::text, 'board', board, 'period', period,
    'winners', (select count(*)::text from boards.prize p where p.season_id = s.id),
    'since', to_char(since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'pays_at', to_char(pays_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'paid', round(paid / 100.0, 2)::text, 'kept', round(kept / 100.0, 2)::text)), closed_at
from boards.season s where pays_at is not null and ended_at is null order by id;
