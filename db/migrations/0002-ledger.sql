create schema ledger;
grant usage on schema ledger to nare_app;

-- A bounded account has a floor, a stored balance, and is locked to change it. The house's accounts are none of the
-- three, or every bet would wait for every other: their balance is a checkpoint plus the entries after it.
create table ledger.account (
  id bigint generated always as identity primary key,
  name text not null unique,
  kind text not null check (kind in ('cash', 'bonus', 'points', 'debt', 'house', 'provider', 'transit', 'tax')),
  owner bigint,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  bounded boolean not null,
  floor bigint not null default 0,
  balance bigint not null default 0,
  version bigint not null default 0,
  opened_at timestamptz not null default platform.now(),
  check (not bounded or balance >= floor),
  check (bounded or (balance = 0 and version = 0)),
  check ((owner is not null) = (kind in ('cash', 'bonus', 'points', 'debt')))
);
create unique index account_owner on ledger.account (owner, kind) where owner is not null;
-- Every bet updates its payer's row: room on the page keeps the new version beside the old one and out of the indexes.
alter table ledger.account set (fillfactor = 50);

-- The id is made by the caller: posting it twice is posting it once, and other content under the same id is refused.
create table ledger.transfer (
  no bigint generated always as identity primary key,
  id text not null unique check (length(id) between 1 and 120),
  hash bytea not null,
  kind text not null,
  about text,
  at timestamptz not null
);

-- No foreign keys: their row locks would lock the house's account with every bet. The verifier proves them instead.
create table ledger.entry (
  account_id bigint not null,
  transfer_no bigint not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint,
  primary key (account_id, transfer_no)
);

create table ledger.checkpoint (
  account_id bigint primary key,
  transfer_no bigint not null,
  balance bigint not null
);

create trigger transfer_stays before update or delete or truncate on ledger.transfer
  for each statement execute function platform.refuse_change();
create trigger entry_stays before update or delete or truncate on ledger.entry
  for each statement execute function platform.refuse_change();

grant select, insert on ledger.transfer, ledger.entry to nare_app;
grant select, insert, update on ledger.account to nare_app;
grant select, insert, update on ledger.checkpoint to nare_app;

-- The number up to which no transfer can still appear: every writer that had a number is gone when the lock is had. A serial
-- number alone is no such thing, for a lower one may be committed after a higher one.
create function ledger.settled_no() returns bigint language plpgsql security definer set search_path = pg_catalog as $$
begin
  lock table ledger.transfer in share mode;
  return (select coalesce(max(no), 0) from ledger.transfer);
end $$;
revoke all on function ledger.settled_no() from public;
grant execute on function ledger.settled_no() to nare_app;
