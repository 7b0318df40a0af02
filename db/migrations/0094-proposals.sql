-- The audit log as a chain: the hash of each line covers the hash of the line before it. Reads of one person or ticket are lines too, and
-- have no reason. An outcome names the amount that a person moved alone.
alter table operator.audit drop constraint audit_reason_check;
alter table operator.audit add column previous text, add column hash text;
alter table operator.audit_outcome add column amount bigint;
create table operator.chain (last_hash text not null);
create unique index chain_once on operator.chain ((true));

-- The text that a line's hash covers. jsonb has one text for equal values.
create function operator.line_text(line operator.audit) returns text language sql stable as $$
  select concat_ws(e'\n', line.previous, line.id, line.operator, line.action, line.subject, line.facts::text, line.reason,
    to_char(line.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) $$;
create function operator.hash_of(line operator.audit) returns text language sql stable as $$
  select encode(sha256(convert_to(operator.line_text(line), 'UTF8')), 'hex') $$;

alter table operator.audit disable trigger audit_stays;
do $$
declare
  line operator.audit;
  last text := '';
begin
  for line in select * from operator.audit order by id loop
    line.previous := last;
    last := operator.hash_of(line);
    update operator.audit set previous = line.previous, hash = last where id = line.id;
  end loop;
  insert into operator.chain (last_hash) values (last);
end $$;
alter table operator.audit enable trigger audit_stays;
alter table operator.audit alter column previous set not null, alter column hash set not null;

-- Ids follow the order of the chain, so an id is taken under the lock of its end.
create function operator.chain_line() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  select last_hash into strict new.previous from operator.chain for update;
  new.id := nextval(pg_get_serial_sequence('operator.audit', 'id'));
  new.hash := operator.hash_of(new);
  update operator.chain set last_hash = new.hash;
  return new;
end $$;
create trigger audit_chained before insert on operator.audit for each row execute function operator.chain_line();

create index audit_alone on operator.audit (operator, action, at);

-- What waits for a second person. `input` is the call as it was sent, `input_hash` covers what must be the same for the second person, `before`
-- are the facts on which the decision rests, `after` what the call would set.
create table operator.proposal (
  id bigint generated always as identity primary key,
  audit_id bigint not null references operator.audit (id),
  call text not null,
  action text not null,
  subject text not null,
  input jsonb not null,
  input_hash text not null,
  before jsonb not null,
  after jsonb not null,
  proposer text not null check (length(proposer) between 1 and 80),
  reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'taken_back', 'expired', 'failed')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  outcome text,
  check ((state = 'waiting') = (decided_at is null)),
  check (decided_by <> proposer or state = 'taken_back')
);
create unique index proposal_waiting on operator.proposal (subject) where state = 'waiting';
create index proposal_due on operator.proposal (expires_at) where state = 'waiting';
create index proposal_state on operator.proposal (state, id);

-- The answers of commands by their ids: a command that is sent again gets the first answer.
create table operator.command (
  operator text not null check (length(operator) between 1 and 80),
  id text not null check (length(id) between 1 and 80),
  hash text not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (operator, id)
);

grant select, insert, update on operator.proposal to nare_app;
grant select, insert on operator.command to nare_app;
grant select on operator.chain to nare_app;
