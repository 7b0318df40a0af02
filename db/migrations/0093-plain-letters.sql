-- Search folds Latin letters without a mark to remove, as packages/contract/src/letters.ts does; names stored before are folded here.
create function pg_temp.plain(words text) returns text language sql immutable as $$
  select translate(replace(replace(replace(replace(replace(words, 'þ', 'th'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'ŋ', 'ng'), 'łđðħıŧəø', 'lddhiteo')
$$;
update catalog.match set words = pg_temp.plain(words) where words ~ '[łđðħıŧəøþæœßŋ]';
update catalog.competition set words = pg_temp.plain(words) where words ~ '[łđðħıŧəøþæœßŋ]';
update casino.lobby_game set words = pg_temp.plain(words) where words ~ '[łđðħıŧəøþæœßŋ]';
