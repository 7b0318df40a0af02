-- Products that an operator has paused accept no new stakes. A resumed product keeps its row.
create table protection.product_pause (
  product text primary key check (product in ('sports', 'jackpot', 'league', 'casino', 'games')),
  paused boolean not null,
  operator text not null check (length(operator) between 1 and 80),
  changed_at timestamptz not null
);
grant select, insert, update on protection.product_pause to nare_app;
