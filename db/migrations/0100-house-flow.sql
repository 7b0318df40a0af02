-- What each of the operator's own accounts received and paid, by minute and kind of transfer: the figures of a day without reading its
-- transfers. A consumer of the ledger writes it. `first_no` and `last_no` are the transfers of a row, so that a part of a minute is
-- read exactly. Minutes older than two weeks become hours.
create table ledger.house_flow (
  begins timestamptz not null,
  account_id bigint not null,
  kind text not null,
  amount bigint not null,
  transfers bigint not null check (transfers > 0),
  first_no bigint not null,
  last_no bigint not null check (last_no >= first_no),
  primary key (begins, account_id, kind)
);
grant select, insert, update, delete on ledger.house_flow to nare_app;

-- The console finds a bettor by the beginning of a name, of its second word or of its last, in the letters that searches compare.
create function identity.search_name(name text) returns text language sql immutable parallel safe as $$
  select trim(regexp_replace(translate(replace(replace(replace(replace(replace(
    lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')),
    'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'ŋ', 'ng'), 'łđðħıŧəø', 'lddhiteo'), '[^[:alnum:]]+', ' ', 'g'))
$$;
create function identity.further_name(name text) returns text language sql immutable parallel safe as $$
  select substring(identity.search_name(name) from ' (.*)$')
$$;
create function identity.last_name(name text) returns text language sql immutable parallel safe as $$
  select substring(identity.search_name(name) from ' .* ([^ ]+)$')
$$;
grant execute on function identity.search_name(text), identity.further_name(text), identity.last_name(text) to nare_app;
create index bettor_search_name on identity.bettor (identity.search_name(name) collate "C", id);
create index bettor_search_further_name on identity.bettor (identity.further_name(name) collate "C", id);
create index bettor_search_last_name on identity.bettor (identity.last_name(name) collate "C", id);

-- An operator searches matches by game id after they have ended too.
create index match_game_id on catalog.match (game_id, start_time);
