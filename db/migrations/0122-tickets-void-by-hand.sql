-- Tickets that people of the house declared void. No result settles such a ticket again until somebody settles it again by hand.
create table betting.hand_void (
  bet_id bigint primary key,
  by text not null check (length(by) between 1 and 80),
  reason text not null check (length(reason) >= 3),
  at timestamptz not null,
  lifted_by text,
  lifted_at timestamptz,
  check ((lifted_by is null) = (lifted_at is null))
);
grant select, insert, update on betting.hand_void to nare_app;

-- What a proposal would do to bets and money, as its proposer saw it.
alter table operator.proposal add column effect jsonb;
