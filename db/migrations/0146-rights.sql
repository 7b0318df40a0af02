-- Downloads in which bettors get everything that the house keeps about them. The content lies outside the database in encrypted pieces, beside the
-- documents of identity checks; here stand their names, and how far a download is.
create schema rights;
grant usage on schema rights to nare_app;

create table rights.download (
  download_id bigint generated always as identity primary key,
  bettor_id bigint not null,
  command_id uuid not null,
  asked_at timestamptz not null,
  -- The part that is read next, and after which of its rows.
  part smallint not null default 0,
  after text,
  rows bigint not null default 0,
  bytes bigint not null default 0,
  -- The name of the next piece: a step that is tried again writes the same file again.
  next_file uuid not null,
  ready_at timestamptz,
  expires_at timestamptz,
  removed_at timestamptz,
  unique (bettor_id, command_id),
  check ((ready_at is null) = (expires_at is null)),
  check (removed_at is null or ready_at is not null)
);
create index download_of_bettor on rights.download (bettor_id, asked_at);
create index download_made on rights.download (download_id) where ready_at is null;
create index download_expires on rights.download (expires_at) where removed_at is null;

create table rights.piece (
  download_id bigint not null references rights.download (download_id),
  n integer not null,
  file uuid not null unique,
  primary key (download_id, n)
);
grant select, insert, update on rights.download to nare_app;
grant select, insert, delete on rights.piece to nare_app;
