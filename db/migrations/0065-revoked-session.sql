-- A session that was taken away from whoever held it, unlike one that its holder ended: what it had sent is not carried out any more.
alter table identity.session add column revoked boolean not null default false;
create index session_key on identity.session (bettor, signing_key);
