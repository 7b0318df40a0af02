-- A code that was sent again may arrive after the first one: the last three of a slot are valid until they expire, with the tries of the row.
-- Each item: id, salt and hash in hexadecimal, expires_at.
alter table identity.code add column earlier jsonb not null default '[]'
  check (jsonb_typeof(earlier) = 'array' and jsonb_array_length(earlier) <= 2);
