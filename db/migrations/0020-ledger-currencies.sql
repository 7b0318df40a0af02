-- Points are a currency of their own, PTS, without decimals: one minor unit is one point. A bettor's other
-- accounts stay in the country's currency.
do $$ begin
  if exists (select from ledger.account where kind = 'points' and version > 0 and currency <> 'PTS') then
    raise exception 'points were posted as money: their transfers must be reversed before points become a currency of their own';
  end if;
end $$;
update ledger.account set currency = 'PTS' where kind = 'points' and currency <> 'PTS';
alter table ledger.account add constraint account_owner_currency
  check (owner is null or (kind = 'points') = (currency = 'PTS'));

-- The transactions of others that may have transfers which nobody sees yet.
create function ledger.writers() returns text[] language sql volatile set search_path = pg_catalog as $$
  select coalesce(array_agg(virtualtransaction), '{}') from pg_locks
  where locktype = 'relation' and relation = 'ledger.transfer'::regclass and mode = 'RowExclusiveLock' and granted
    and database = (select oid from pg_database where datname = current_database()) and pid is distinct from pg_backend_pid()
$$;

-- The number up to which no transfer can still appear. The newest number is not it, for a lower one may be committed later; nor do
-- transaction ids tell, for a transaction that began early may draw its number late. But whoever writes transfers has the table's
-- ROW EXCLUSIVE lock from before it draws a number until its commit is visible. So the newest number is final once those
-- transactions have ended that had this lock when it was read. They are watched: nothing is locked, no writer waits, and later
-- writers are not waited for. Where one of them lasts longer than two seconds, the answer is the number of the newest checkpoint,
-- which was final when it was written.
drop function ledger.settled_no();
create function ledger.settled_no() returns bigint language plpgsql volatile set search_path = pg_catalog as $$
declare
  newest bigint := coalesce((select max(no) from ledger.transfer), 0);
  writers text[] := ledger.writers();
begin
  for looks in 1..100 loop
    if not writers && ledger.writers() then return newest; end if;
    perform pg_sleep(0.02);
  end loop;
  return coalesce((select max(transfer_no) from ledger.checkpoint), 0);
end $$;
