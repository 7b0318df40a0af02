-- The few accounts of the operator among those of all bettors.
create index account_house on ledger.account (id) where not bounded;
