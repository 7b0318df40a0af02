-- What the bettors of each marketing source deposited, staked and got back, by days of the country, and what the account of promotions gave them. A
-- reader of the ledger of its own writes it, so that the first reading after the update begins with the first transfer.
create table report.source (
  source_id int generated always as identity primary key,
  -- Empty where a bettor has none.
  utm_source text not null,
  utm_campaign text not null,
  btag text not null,
  unique (utm_source, utm_campaign, btag)
);
create table report.source_day (
  day date not null,
  source_id int not null,
  deposited bigint not null,
  staked bigint not null,
  returned bigint not null,
  given bigint not null,
  primary key (day, source_id)
);
grant select, insert, delete on report.source to nare_app;
grant select, insert, update, delete on report.source_day to nare_app;

create function report.source_id(of_source text, of_campaign text, of_btag text) returns int
  language plpgsql volatile set search_path = pg_catalog as $$
declare
  known int;
begin
  for attempt in 1 .. 2 loop
    select s.source_id into known from report.source s
    where (s.utm_source, s.utm_campaign, s.btag) = (of_source, of_campaign, of_btag);
    if known is not null then return known; end if;
    insert into report.source (utm_source, utm_campaign, btag) values (of_source, of_campaign, of_btag) on conflict do nothing;
  end loop;
  raise exception 'the source % was not stored', array[of_source, of_campaign, of_btag];
end $$;
revoke all on function report.source_id(text, text, text) from public;
grant execute on function report.source_id(text, text, text) to nare_app;
