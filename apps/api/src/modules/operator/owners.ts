import { sql, type RawBuilder } from 'kysely'
import type { SubjectsOf } from '#platform/operator-calls'

type OwnerOf = (id: bigint) => Promise<bigint | undefined>

/** Whose betting accounts the subjects of operators' calls are about, by kinds that the areas make known. */
export function openOwners() {
  const kinds = new Map<string, OwnerOf>([['bettor', async (id) => id]])
  const subjects: SubjectsOf[] = [(bettor) => sql`select ${`bettor ${bettor}`}::text`]
  return {
    about: (subjectsOf: SubjectsOf): void => void subjects.push(subjectsOf),

    /** A query of all subjects that are about a bettor. */
    subjectsOf: (bettor: bigint): RawBuilder<unknown> =>
      sql.join(
        subjects.map((of) => of(bettor)),
        sql` union all `,
      ),

    owned: (kind: string, ownerOf: OwnerOf): void => void kinds.set(kind, ownerOf),

    /** The bettor of a subject such as `withdrawal 5`; undefined if it is nobody's, or there is no such subject. */
    async ownerOf(subject: string): Promise<bigint | undefined> {
      const [, kind = '', id = '0'] = /^(.+) ([1-9]\d{0,17})$/.exec(subject) ?? []
      return kinds.get(kind)?.(BigInt(id))
    },
  }
}
