-- Bets that their bettor edited: in one transaction `bet_id` was cashed out, and what it paid was staked as `new_bet_id`. A row is never changed.
create table betting.edit (
  bet_id bigint primary key,
  new_bet_id bigint not null unique check (new_bet_id <> bet_id),
  bettor_id bigint not null,
  at timestamptz not null default platform.now()
);
create index edit_of_bettor on betting.edit (bettor_id, bet_id);

-- An edit in play between its two decisions: until it is decided again the bet takes no other command. `interruptions` are those of the new
-- matches when the edit was received. A row that a process left behind counts until `until`, by the real clock.
create table betting.edit_wait (
  bet_id bigint primary key,
  bettor_id bigint not null,
  id uuid not null,
  hash bytea not null,
  delay_s float8 not null check (delay_s >= 0),
  interruptions jsonb not null,
  until timestamptz not null
);

grant select, insert on betting.edit to nare_app;
grant select, insert, update, delete on betting.edit_wait to nare_app;
