-- What the bonus money of each source and promotion costs. A reader of the ledger sums the transfers about grants here, by what they moved on
-- bonus accounts; wagering adds what counts towards the requirements of their grants in its own transaction. Rows are few, so a list reads them at once.
create table bonus.cost (
  source text not null check (source in ('promotion', 'points', 'operator')),
  promotion_id text not null,
  grants bigint not null default 0,
  granted bigint not null default 0,
  restored bigint not null default 0,
  converted bigint not null default 0,
  expired bigint not null default 0,
  cancelled bigint not null default 0,
  to_wager bigint not null default 0,
  wagered bigint not null default 0,
  primary key (source, promotion_id)
);
grant select, insert, update on bonus.cost to nare_app;
insert into bonus.cost (source, promotion_id, wagered)
select source, coalesce(promotion_id, ''), sum(wager_done) from bonus.grant where wager_done <> 0 group by 1, 2;

-- The hours of one account over a long time: the figures of points, and what is staked in the periods of a leaderboard.
create index house_hour_of_account on ledger.house_hour (account_id, begins);
