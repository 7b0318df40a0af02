import { sql } from 'kysely'
import type { Person, PersonHooks, PersonMark } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import type { Background } from '#platform/background'
import { queryRows, transact, type Db, type Tx } from '#platform/db'
import { random } from '#platform/random'
import { lockedNow } from './account-settings.ts'
import type { ExclusionRow } from './store.ts'

const backfillMax = 500

type Excluded = ExclusionRow & { bettor: bigint }

export type PersonsDeps = {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'lockCash'>
  readonly background: Background
  readonly marksOf: (tx: Tx, bettor: bigint) => Promise<PersonMark[]>
  /** The percentage of persons who must prove their identity although nothing matches. */
  readonly proofPercent: () => number
}

export type Persons = ReturnType<typeof openPersons>

/**
 * Self-exclusions that follow the person to a new account. An account that matches must prove its identity before it deposits and stakes. So
 * must some persons chosen by their marks, with the same answers: further accounts of the same name and birthday get the same answer, so that
 * nobody learns from several of them who is excluded. A proof that
 * confirms the match carries the exclusion over. A break, and a closed account, stay with the account.
 */
export function openPersons({ db, ledger, background, marksOf, proofPercent }: PersonsDeps) {
  const hooks: PersonHooks = {
    async onVerified(tx, bettor, person) {
      const isExcluded = (await matches(tx, bettor, person)).length > 0 || (await areExcluded(tx, person.onDevice))
      // Both are decided for every account, so that they take equally long.
      const proofRequired = isChosen(person.marks, proofPercent()) || isExcluded
      if (proofRequired || !person.identified)
        await sql`
          insert into protection.proof_required (bettor_id, since) values (${bettor}::bigint, platform.now())
          on conflict do nothing`.execute(tx)
      return { proofRequired }
    },

    isLocked: async (tx, bettor) => (await lockedNow(tx, [bettor])).has(bettor),

    async onProven(tx, bettor, person) {
      await ledger.lockCash(tx, [bettor])
      await sql`
        update protection.proof_required set proven_at = platform.now()
        where bettor_id = ${bettor}::bigint and proven_at is null`.execute(tx)
      for (const { period, until } of await matches(tx, bettor, person))
        await sql`
          insert into protection.exclusion (bettor_id, since, until, period)
          values (${bettor}::bigint, platform.now(), ${until}, ${period}) on conflict (bettor_id, since) do nothing`.execute(
          tx,
        )
    },
  }

  async function remember(tx: Tx, bettor: bigint, { period, until }: ExclusionRow): Promise<void> {
    const marks = await marksOf(tx, bettor)
    await sql`
      insert into protection.excluded_person (mark, kind, bettor_id, period, until)
      select mark, kind, ${bettor}::bigint, ${period}::text, ${until}::timestamptz
      from unnest(${marks.map(({ mark }) => mark)}::bytea[], ${marks.map(({ kind }) => kind)}::text[]) m (mark, kind)
      on conflict do nothing`.execute(tx)
  }

  return {
    hooks,

    /** Remembers a person with the exclusion that has just begun; a break is not remembered. */
    async excluded(tx: Tx, bettor: bigint, exclusion: ExclusionRow): Promise<void> {
      if (exclusion.kind === 'exclusion' && exclusion.period !== 'closed') await remember(tx, bettor, exclusion)
    },

    /** Remembers a bounded number of excluded persons whose names or documents became known later, and forgets those whose exclusion is over. */
    async update(): Promise<void> {
      await sql`
        delete from protection.excluded_person where ctid = any(array(
          select ctid from protection.excluded_person where until < platform.now() limit 5000))`.execute(db)
      for (let after: bigint | undefined = 0n; after !== undefined;) {
        const rows: Excluded[] = await queryRows<Excluded>(db)`
          select distinct on (bettor_id) bettor_id as bettor, kind, period, since, until from protection.exclusion
          where bettor_id > ${after}::bigint and kind = 'exclusion' and until > platform.now()
          order by bettor_id, until desc limit ${backfillMax}::int`
        for (const row of rows)
          await background.attempt('excluded person', row.bettor, () =>
            transact(db, (tx) => remember(tx, row.bettor, row)),
          )
        after = rows.length < backfillMax ? undefined : rows.at(-1)?.bettor
      }
    },
  }
}

/** Whether a person is one of `percent` in a hundred. The same marks are always chosen or never; an account without a name is chosen at random. */
export function isChosen(marks: Person['marks'], percent: number): boolean {
  const drawn = marks.find(({ kind }) => kind === 'name')?.mark.readUInt32BE()
  return (drawn ?? random.below(100)) % 100 < percent
}

type Match = { period: string; until: Date }

/**
 * The exclusions of other accounts of this person. A name with a birthday does not match if both persons have confirmed documents and none is the
 * same: then they are two persons.
 */
async function matches(tx: Tx, bettor: bigint, { marks }: Person): Promise<Match[]> {
  if (marks.length === 0) return []
  const documents = marks.filter(({ kind }) => kind === 'document').map(({ mark }) => mark)
  return await queryRows<Match>(tx)`
    select p.period, max(p.until) as until from protection.excluded_person p
    where p.mark = any(${marks.map(({ mark }) => mark)}::bytea[]) and p.until > platform.now() and p.bettor_id <> ${bettor}::bigint
      and (p.kind = 'document' or ${documents.length === 0}
        or not exists (select from protection.excluded_person d where d.bettor_id = p.bettor_id and d.kind = 'document'))
    group by p.period order by until desc limit 1`
}

/** Whether one of these bettors has an exclusion, not merely a break. */
async function areExcluded(tx: Tx, bettors: readonly bigint[]): Promise<boolean> {
  const rows = await queryRows(tx)`
    select from protection.exclusion
    where bettor_id = any(${bettors}::bigint[]) and kind = 'exclusion' and until > platform.now() limit 1`
  return rows.length > 0
}
