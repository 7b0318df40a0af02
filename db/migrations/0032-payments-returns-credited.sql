-- A deposit that could not be played and cannot be sent back, credited to its bettor after all: by whom, and when.
alter table payments.deposit
  add column credited_by text check (length(credited_by) between 1 and 80),
  add column credited_at timestamptz,
  add check ((credited_by is null) = (credited_at is null)),
  add check (credited_by is null or (state = 'succeeded' and not returnable));
create index deposit_returnable on payments.deposit (changed_at, id) where returnable;
