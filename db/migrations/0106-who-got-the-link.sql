-- Who received the link with which a person enrolled. Until somebody else has vouched for the person, both count as one person where a second
-- one is needed. Nobody received the links that the command on the machine printed.
alter table operator.staff
  add column link_to text,
  add column vouched_by text,
  add column vouched_at timestamptz,
  add check (vouched_by <> link_to and vouched_by <> name),
  add check ((vouched_by is null) = (vouched_at is null)),
  add check (vouched_by is null or link_to is not null);

-- Of the people who are there already the audit log knows it: the link went to whoever confirmed, or made a new one.
update operator.staff s set link_to = nullif(last.operator, 'machine')
from (
  select distinct on (a.subject) a.subject, a.operator
  from operator.audit a join operator.audit_outcome o on o.audit_id = a.id
  where a.subject like 'staff %' and (
    (a.action in ('staff.add', 'staff.enrol') and o.outcome = 'done')
    or (a.action = 'staff.reset' and o.outcome in ('active', 'suspended'))
    or (a.action = 'staff.change' and a.facts ->> 'reset' = 'true' and o.outcome in ('active', 'suspended')))
  order by a.subject, a.id desc) last
where last.subject = 'staff ' || s.name and not s.demo;
