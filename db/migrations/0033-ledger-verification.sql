-- Reads the entries of a range of transfers. Entries are appended in about the order of their transfers, so a block range index,
-- which costs a posting next to nothing, finds them.
create index entry_no on ledger.entry using brin (transfer_no) with (pages_per_range = 16, autosummarize = on);

-- Runs of the verifier: `transfer_no` is the checkpoint, up to which a run has proved the books. One run is current, and each
-- verification continues it. A full verification is a run of its own, from the first transfer; once it has proved everything, it
-- becomes the current run.
create table ledger.verification (
  run bigint generated always as identity primary key,
  is_current boolean not null,
  transfer_no bigint not null,
  changed_at timestamptz not null
);
create unique index verification_current on ledger.verification (is_current) where is_current;

-- The state of each account at a run's checkpoint: its balance, the count of its entries, and what of them was staked and returned.
create table ledger.verified_account (
  run bigint not null references ledger.verification on delete cascade,
  account_id bigint not null,
  balance bigint not null,
  entries bigint not null,
  staked bigint not null,
  returned bigint not null,
  primary key (run, account_id)
);
grant select, insert, update, delete on ledger.verification, ledger.verified_account to nare_app;
