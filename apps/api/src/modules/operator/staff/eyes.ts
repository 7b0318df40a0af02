import { queryRows, type Db } from '#platform/db'

/**
 * The names that count as one person with this one, itself included, sorted. Whoever received the link of a person could have enrolled in the
 * person's name, so both are one until somebody else has vouched for the person; so are two people whose links went to the same hands.
 * Example: juma received the links of nia and otieno, and otieno that of pendo. Until somebody vouches, the four names are one person.
 */
export async function eyesOf(db: Db, name: string): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(db)`
    with recursive eyes (name) as (
      select ${name}::text
      union
      select case when s.name = e.name then s.link_to else s.name end
      from eyes e join operator.staff s
        on s.link_to is not null and s.vouched_by is null and (s.name = e.name or s.link_to = e.name))
    select name from eyes order by name collate "C"`
  return rows.map((row) => row.name)
}

/** Whether two names count as one person where a second one is needed. */
export const samePerson = async (db: Db, one: string, other: string): Promise<boolean> =>
  one === other || (await eyesOf(db, one)).includes(other)
