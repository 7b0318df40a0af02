-- Messages about the safety of accounts go out at any hour, also to whom wants no others.
alter table content.message drop constraint message_kind_check, drop constraint message_check1;
alter table content.message
  add constraint message_kind_check check (kind in ('service', 'security', 'promotion')),
  add constraint message_promotion_approved check (kind <> 'promotion' or approval is not null);

-- A planned publication that was cancelled before its moment; terms need a second person for that too.
create table content.cancelled (
  publication_id bigint primary key references content.publication,
  author text not null,
  confirmed_by text check (confirmed_by <> author),
  reason text not null check (length(reason) >= 3),
  at timestamptz not null
);
create trigger cancelled_stays before update or delete or truncate on content.cancelled
  for each statement execute function platform.refuse_change();
grant select, insert on content.cancelled to nare_app;

-- A banner that is longer in sight than one person decides alone waits until another person has approved it.
alter table content.banner
  add column waits boolean not null default false,
  add column approved_by text check (approved_by <> author),
  add column approved_at timestamptz,
  add constraint banner_approved check ((approved_by is null) = (approved_at is null)),
  add constraint banner_approved_waited check (waits or approved_by is null);
create index banner_waits on content.banner (at) where waits and approved_at is null and ended_at is null;
drop trigger banner_stays on content.banner;
create trigger banner_stays before delete or truncate or update of title_en, title_sw, body_en, body_sw, picture, picture_type, link, audience, lang,
  starts_at, ends_at, place, approval, author, at, waits on content.banner for each statement execute function platform.refuse_change();
grant update (approved_by, approved_at) on content.banner to nare_app;
