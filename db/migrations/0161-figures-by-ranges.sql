-- Figures are summed by the database, a range of transfers at a time. The id of a place, which is stored when it is new.
create function report.place_id(of_product text, of_sport text, of_competition text, of_market text, of_source text) returns int
  language plpgsql volatile set search_path = pg_catalog as $$
declare
  known int;
begin
  for attempt in 1 .. 2 loop
    select p.place_id into known from report.place p
    where (p.product, p.sport, p.competition, p.market, p.source) = (of_product, of_sport, of_competition, of_market, of_source);
    if known is not null then return known; end if;
    insert into report.place (product, sport, competition, market, source)
    values (of_product, of_sport, of_competition, of_market, of_source) on conflict do nothing;
  end loop;
  raise exception 'the place % was not stored', array[of_product, of_sport, of_competition, of_market, of_source];
end $$;
revoke all on function report.place_id(text, text, text, text, text) from public;
grant execute on function report.place_id(text, text, text, text, text) to nare_app;

-- The bettor is that of the bet, once it is placed.
alter table report.unplaced drop column bettor_id;
