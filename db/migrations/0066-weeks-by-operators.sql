-- What operators do with fantasy weeks: they close the entry before its deadline, cancel a week, and have one that is over corrected by its
-- results. `closed_by` closes the entry of an open week; a week with `voided_by` has no prizes.
alter table fantasy.week
  add column closed_by text check (length(closed_by) between 1 and 80),
  add column voided_by text check (length(voided_by) between 1 and 80),
  add check (voided_by is null or state = 'over');
grant update (closed_by, voided_by) on fantasy.week to nare_app;

-- A correction adds what a bettor has won more as another part; nothing is taken back.
alter table fantasy.prize add column part smallint not null default 0 check (part >= 0);
alter table fantasy.prize drop constraint prize_pkey, add primary key (week_no, bettor_id, part);

create or replace function fantasy.team_in_time() returns trigger language plpgsql as $$
begin
  if not exists (select from fantasy.week where week_no = new.week_no and state = 'open' and closed_by is null
      and deadline > platform.now() - interval '1 second') then
    raise exception 'the deadline of week % has passed', new.week_no using errcode = 'check_violation';
  end if;
  return new;
end $$;
