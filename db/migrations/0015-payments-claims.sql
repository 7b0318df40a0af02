-- A key in an address is a secret: only its hash stays here. An address at which an answer is awaited serves one question,
-- about one receipt and amount, and counts until it is answered once.
drop index payments.address_of_payment;
drop index payments.address_of_provider;
delete from payments.address where purpose in ('payout_status', 'receipt_status');
alter table payments.address drop constraint address_key_check;
alter table payments.address rename column key to key_hash;
update payments.address set key_hash = encode(sha256(convert_to(key_hash, 'UTF8')), 'hex');
alter table payments.address
  add column receipt text,
  add column amount bigint,
  add column conversation_hash text,
  add column asked_at timestamptz,
  add column answered_at timestamptz,
  add check (key_hash ~ '^[0-9a-f]{64}$'),
  add check ((purpose in ('payout_status', 'receipt_status')) = (asked_at is not null));
create index address_question on payments.address (payment_id, purpose, asked_at) where asked_at is not null;
grant update (conversation_hash, answered_at) on payments.address to nare_app;

-- The column key of a callback is the hash as well, and no body repeats an address.
update payments.callback set key = encode(sha256(convert_to(key, 'UTF8')), 'hex'),
  body = regexp_replace(body, '/cb/[0-9a-f]{32}', '/cb/hidden', 'g');

-- Whether the provider itself has named the receipt; what a message names is a claim. And for money that came while it could not be
-- played: whose phone it came from, and the payouts that give it back. One payout of a deposit at a time can be open or done.
alter table payments.deposit
  add column payer text,
  add column returnable boolean not null default false,
  add column receipt_proven boolean not null default false,
  add check (not returnable or (state = 'succeeded' and tax = 0));
create index deposit_prompts on payments.deposit (msisdn, created_at) where kind = 'prompt';
alter table payments.withdrawal
  add column kind text not null default 'withdrawal' check (kind in ('withdrawal', 'return')),
  add column returns bigint references payments.deposit,
  add column attempt smallint,
  add unique (returns, attempt),
  add check ((kind = 'return') = (returns is not null and attempt is not null)),
  add check (kind <> 'return' or tax = 0);
create unique index withdrawal_returns_once on payments.withdrawal (returns) where returns is not null and state <> 'failed';

-- What a bettor holds that may not be staked: it belongs to its payer.
alter table ledger.account drop constraint account_kind_check, drop constraint account_check2;
alter table ledger.account
  add constraint account_kind_check
    check (kind in ('cash', 'bonus', 'points', 'debt', 'returnable', 'house', 'provider', 'transit', 'tax')),
  add constraint account_owner_check
    check ((owner is not null) = (kind in ('cash', 'bonus', 'points', 'debt', 'returnable')));
