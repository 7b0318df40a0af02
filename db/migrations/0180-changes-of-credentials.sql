-- When the first of several changes of the password or the number was made that followed one another within a day. A passkey that was added or
-- ended between them is newer than a change that the owner may not have made.
alter table identity.bettor add column credentials_since timestamptz;
update identity.bettor set credentials_since = credentials_at where credentials_at is not null;
