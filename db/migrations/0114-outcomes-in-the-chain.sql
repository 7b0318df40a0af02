-- Outcomes of the audit log are a chain of their own: the hash of each covers its line, and the hash of the outcome before. Each new line covers
-- the last outcome that was written before it, so whoever knows the hash of a line has a proof of all lines and all outcomes before it.
alter table operator.audit_outcome add column n bigint, add column previous text, add column hash text;
create table operator.outcome_chain (last_n bigint not null, last_hash text not null);
create unique index outcome_chain_once on operator.outcome_chain ((true));
-- Lines from before this migration cover no outcome.
alter table operator.audit add column outcomes text;

create function operator.outcome_text(given operator.audit_outcome) returns text language sql stable as $$
  select concat_ws(e'\n', given.previous, given.n, (select a.hash from operator.audit a where a.id = given.audit_id), given.outcome,
    coalesce(given.amount::text, ''), to_char(given.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) $$;
create function operator.hash_of(given operator.audit_outcome) returns text language sql stable as $$
  select encode(sha256(convert_to(operator.outcome_text(given), 'UTF8')), 'hex') $$;

alter table operator.audit_outcome disable trigger audit_outcome_stays;
do $$
declare
  given operator.audit_outcome;
  last text := '';
  count bigint := 0;
begin
  for given in select * from operator.audit_outcome order by at, audit_id loop
    count := count + 1;
    given.n := count;
    given.previous := last;
    last := operator.hash_of(given);
    update operator.audit_outcome set n = count, previous = given.previous, hash = last where audit_id = given.audit_id;
  end loop;
  insert into operator.outcome_chain (last_n, last_hash) values (count, last);
end $$;
alter table operator.audit_outcome enable trigger audit_outcome_stays;
alter table operator.audit_outcome alter column n set not null, alter column previous set not null, alter column hash set not null;
create unique index audit_outcome_order on operator.audit_outcome (n);

-- The chain's end is locked until the transaction ends, so the outcome is the last thing that a transaction writes. A line that has an outcome
-- keeps it: the second one is skipped here, before it would move the chain.
create function operator.chain_outcome() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  select last_n + 1, last_hash into strict new.n, new.previous from operator.outcome_chain for update;
  if exists (select from operator.audit_outcome o where o.audit_id = new.audit_id) then return null; end if;
  new.hash := operator.hash_of(new);
  update operator.outcome_chain set last_n = new.n, last_hash = new.hash;
  return new;
end $$;
create trigger audit_outcome_chained before insert on operator.audit_outcome
  for each row execute function operator.chain_outcome();

create or replace function operator.line_text(line operator.audit) returns text language sql stable as $$
  select concat_ws(e'\n', line.previous, line.id, line.operator, line.action, line.subject, line.facts::text, line.reason,
    to_char(line.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), line.outcomes) $$;
create or replace function operator.chain_line() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  select last_hash into strict new.previous from operator.chain for update;
  select last_hash into strict new.outcomes from operator.outcome_chain;
  new.id := nextval(pg_get_serial_sequence('operator.audit', 'id'));
  new.hash := operator.hash_of(new);
  update operator.chain set last_hash = new.hash;
  return new;
end $$;

grant select on operator.outcome_chain to nare_app;
