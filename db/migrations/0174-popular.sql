-- What more than twenty bettors have picked in the last 24 hours, as it was counted last: whole percents, never numbers of bettors. One row, which the
-- process that counts next claims by `claimed_at`.
create table betting.popular (
  is_only boolean primary key default true check (is_only),
  claimed_at timestamptz not null default '-infinity',
  counted_at timestamptz not null default '-infinity',
  picks jsonb not null default '[]',
  multis jsonb not null default '[]'
);
insert into betting.popular default values;
grant select, update on betting.popular to nare_app;
