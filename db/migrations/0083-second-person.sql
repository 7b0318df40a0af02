-- An assignment of an unmatched payment that needs a second operator: who proposed which bettor. `matched_alone`: one operator assigned it.
alter table payments.paybill
  add column proposed_bettor bigint,
  add column proposed_by text,
  add column matched_at timestamptz,
  add column matched_alone boolean not null default false,
  add constraint paybill_proposed check ((proposed_bettor is null) = (proposed_by is null)),
  add constraint paybill_second check (matched_alone or proposed_by is null or matched_by is null or matched_by <> proposed_by);
create index paybill_by_operator on payments.paybill (matched_at) where matched_by is not null;

-- Totals of an operator's adjustments by day.
create index adjustment_done on points.adjustment (done_at) where done_at is not null;
