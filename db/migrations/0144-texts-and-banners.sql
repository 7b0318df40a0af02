-- Versions of the pages that bettors read, the banners, and the terms that bettors have accepted. The page's file in the content folder is its
-- version 0. Versions and publications are appended and never changed: what somebody read at a moment stays known.
create schema content;
grant usage on schema content to nare_app;

create table content.version (
  page text not null check (page ~ '^[a-z-]{3,40}$'),
  version int not null check (version >= 1),
  en text not null check (length(en) between 1 and 60000),
  sw text not null check (length(sw) between 1 and 60000),
  -- The version that this one repeats; null for a text that was written.
  of_version int check (of_version >= 0),
  author text not null,
  reason text not null check (length(reason) >= 3),
  at timestamptz not null,
  primary key (page, version)
);
create trigger version_stays before update or delete or truncate on content.version
  for each statement execute function platform.refuse_change();

-- From `effective_at` on a page is this version, until a later publication.
create table content.publication (
  id bigint generated always as identity primary key,
  page text not null,
  version int not null,
  effective_at timestamptz not null,
  author text not null,
  -- The second person, whom terms need.
  confirmed_by text check (confirmed_by <> author),
  reason text not null check (length(reason) >= 3),
  at timestamptz not null,
  foreign key (page, version) references content.version,
  check (effective_at >= at),
  check (page <> 'terms-and-conditions' or confirmed_by is not null)
);
create index publication_current on content.publication (page, effective_at, id);
create trigger publication_stays before update or delete or truncate on content.publication
  for each statement execute function platform.refuse_change();
grant select, insert on content.version, content.publication to nare_app;

-- A banner is a text or a picture between two moments. It is never changed, only ended.
create table content.banner (
  id bigint generated always as identity primary key,
  title_en text not null check (length(title_en) between 1 and 80),
  title_sw text not null check (length(title_sw) between 1 and 80),
  body_en text not null check (length(body_en) <= 200),
  body_sw text not null check (length(body_sw) <= 200),
  picture bytea check (length(picture) <= 400000),
  picture_type text check (picture_type in ('image/jpeg', 'image/png')),
  link text not null check (link ~ '^/([^/\\]|$)' and length(link) <= 200),
  audience text not null check (audience in ('all', 'guests', 'bettors')),
  lang text check (lang in ('en', 'sw')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  place int not null check (place between 1 and 100),
  approval text not null check (length(approval) between 1 and 40),
  author text not null,
  at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  check ((picture is null) = (picture_type is null)),
  check ((ended_at is null) = (ended_by is null))
);
create index banner_current on content.banner (ends_at) where ended_at is null;
create trigger banner_stays before delete or truncate or update of title_en, title_sw, body_en, body_sw, picture, picture_type, link, audience, lang,
  starts_at, ends_at, place, approval, author, at on content.banner for each statement execute function platform.refuse_change();
grant select, insert on content.banner to nare_app;
grant update (ended_at, ended_by) on content.banner to nare_app;

-- Every version of the terms that a bettor has accepted. A bet was placed under the last one before it. `identity.bettor` has the newest.
create table identity.terms_accepted (
  bettor bigint not null,
  version text not null,
  at timestamptz not null,
  primary key (bettor, version)
);
create trigger terms_accepted_stays before update or delete or truncate on identity.terms_accepted
  for each statement execute function platform.refuse_change();
grant select, insert on identity.terms_accepted to nare_app;
