-- Operators pause and limit crash as they do the games of one bettor.
insert into games.setting (game) values ('crash');
