-- A deposit changes several times in its first minute. With room on its page a change that no index knows of stays there.
alter table payments.deposit set (fillfactor = 70);
