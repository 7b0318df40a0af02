import { fieldFacts } from '@nare/contract/field-codes'
import type { operatorRegister as calls, RegisterRun } from '@nare/contract/operator-register'
import { done, refused } from '@nare/contract/outcome'
import { registerMarks, type RegisterMarks } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import type { Background } from '#platform/background'
import { transact, type Db, type Tx } from '#platform/db'
import { onceForId } from '#platform/operator-calls'
import { NoRegister, readRegisterFile, type RegisterFile } from './register-file.ts'
import * as store from './register-store.ts'

type Deps = {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'lockCash'>
  readonly background: Background
  readonly zone: string
  /** The authority's key; undefined if the house has none, so that there is no register. */
  readonly key: Uint8Array | undefined
}

/** What follows for an account: nothing, a proof of identity, or an exclusion by this person of the register. */
type Found = 'nothing' | 'proof' | store.Entry

export type Register = ReturnType<typeof openRegister>

const runsShown = 50
const chunk = 500
const columns = ['id_hmac', 'person_hmac', 'since', 'until'] as const

/**
 * The authority's register of excluded persons. A confirmed document of the register excludes the account. So does name and birthday, once the
 * identity is proven and the register names no other document; until then the account must prove its identity.
 */
export function openRegister({ db, ledger, background, zone, key }: Deps) {
  async function foundFor(tx: Tx, bettor: bigint): Promise<Found> {
    const [marks] = key ? await registerMarks(tx, { key, bettors: [bettor], most: 1 }) : []
    return marks ? judge(marks, await store.entriesOf(tx, marksIn([marks]))) : 'nothing'
  }

  /** Does what follows for an account, under the lock that every stake takes. */
  const apply = (bettor: bigint): Promise<{ excluded: boolean; toProve: boolean }> =>
    transact(db, async (tx) => {
      await ledger.lockCash(tx, [bettor])
      const found = await foundFor(tx, bettor)
      return {
        excluded: typeof found === 'object' && (await store.excludeByRegister(tx, bettor, found)),
        toProve: found === 'proof' && (await store.askForProof(tx, bettor)),
      }
    })

  async function checkAll(): Promise<void> {
    const [run] = await store.runsOf(db, 1)
    if (!run || !key) return
    const sums = { excluded: 0, toProve: 0 }
    for (let after: bigint | undefined = 0n; after !== undefined;) {
      const marks: RegisterMarks[] = await registerMarks(db, { key, after, most: chunk })
      const entries = await store.entriesOf(db, marksIn(marks))
      for (const one of marks.filter((each) => judge(each, entries) !== 'nothing'))
        await background.attempt('account of the register', one.bettor, async () => {
          const { excluded, toProve } = await apply(one.bettor)
          sums.excluded += Number(excluded)
          sums.toProve += Number(toProve)
        })
      after = marks.length < chunk ? undefined : marks.at(-1)?.bettor
    }
    await store.checked(db, run.id, sums)
  }

  let running: Promise<void> | undefined
  /** Checks all accounts against the last run; a check that runs already is waited for. */
  const check = (): Promise<void> => (running ??= checkAll().finally(() => (running = undefined)))

  async function* own(): AsyncGenerator<Record<(typeof columns)[number], string>[]> {
    if (!key) return
    for (let after: bigint | undefined = 0n; after !== undefined;) {
      const rows: Awaited<ReturnType<typeof store.ownExcluded>> = await store.ownExcluded(db, after, chunk)
      const bettors = rows.map(({ bettor }) => bettor)
      const marks = new Map((await registerMarks(db, { key, bettors, most: chunk })).map((one) => [one.bettor, one]))
      yield rows.flatMap(({ bettor, since, until }) => {
        const { persons = [], documents = [] } = marks.get(bettor) ?? {}
        if (persons.length + documents.length === 0) return []
        const [id_hmac, person_hmac] = [documents, persons].map(([mark]) => mark?.toString('hex') ?? '')
        const times = { since: since.toISOString(), until: until?.toISOString().slice(0, 10) ?? '' }
        return [{ id_hmac: id_hmac ?? '', person_hmac: person_hmac ?? '', ...times }]
      })
      after = rows.length < chunk ? undefined : rows.at(-1)?.bettor
    }
  }

  return {
    columns,
    check,

    /** The house's own excluded persons as the authority's file. Without the key it would be empty, as if nobody were excluded. */
    file: () => (key ? done(own()) : noKey),

    /** What the register says of a new account, or of one whose identity has just been confirmed, in the same transaction. */
    foundFor,
    /** Excludes an account whose identity has just been confirmed, if the register has it. The caller has locked its cash. */
    async proven(tx: Tx, bettor: bigint): Promise<void> {
      const found = await foundFor(tx, bettor)
      if (typeof found === 'object') await store.excludeByRegister(tx, bettor, found)
    },

    /** Checks all accounts once a day of the country, and after a run that nobody has checked yet. */
    async checkNightly(): Promise<void> {
      const [run] = await store.runsOf(db, 1)
      if (!run) return
      const day = (at: Date): string => at.toLocaleDateString('en-CA', { timeZone: zone })
      if (run.checkedAt === null || day(run.checkedAt) < (await store.today(db, zone))) await check()
    },

    runs: async () => ({ has_key: key !== undefined, data: (await store.runsOf(db, runsShown)).map(runView) }),

    /** Takes a file in, once for its id; then all accounts are checked. */
    read: onceForId<typeof calls.readRegister>({
      async work(tx, { version, run_on, file }, { operator }) {
        if (!key) return noKey
        await store.lockRegister(tx)
        const today = await store.today(tx, zone)
        if (run_on > today) return wrong('run_on', 'Choose a day that has begun')
        const [last] = await store.runsOf(tx, 1)
        if (last && run_on < last.run_on) return wrong('run_on', `The register of ${last.run_on} is in already`)
        if (await store.isKnown(tx, version)) return wrong('version', 'This version is in already')
        const read = tryRead(file, today)
        if (read instanceof NoRegister) return wrong('file', read.message)
        if (read.persons.length + read.ended === 0) return wrong('file', firstFault(read))
        return done({
          data: runView(await store.insertRun(tx, { version, runOn: run_on, by: operator, file: read, zone })),
        })
      },
      // The check may take longer than an answer; the job of each hour ends what a stop has left.
      after: () => void background.attempt('check of the register', 0n, check),
    }),

    close: async (): Promise<void> => void (await running?.catch(() => undefined)),
  }
}

const marksIn = (all: readonly RegisterMarks[]): Buffer[] =>
  all.flatMap(({ persons, documents }) => [...persons, ...documents])

const isIn = (mark: Buffer | null, marks: readonly Buffer[]): boolean =>
  mark !== null && marks.some((each) => each.equals(mark))

/** What follows from these persons of the register for an account. The exclusion that ends last counts. */
export function judge({ persons, documents }: RegisterMarks, entries: readonly store.Entry[]): Found {
  const named = entries.filter(({ person }) => isIn(person, persons))
  const sure = entries.filter(({ id }) => isIn(id, documents))
  if (documents.length > 0) sure.push(...named.filter(({ id }) => id === null))
  const endOf = ({ until }: store.Entry): number => until?.getTime() ?? Infinity
  const [last] = sure.toSorted((one, other) => (endOf(one) < endOf(other) ? 1 : -1))
  if (last) return last
  return named.length > 0 && documents.length === 0 ? 'proof' : 'nothing'
}

const noKey = refused('not_available', undefined, 'The house has no key of the register: REGISTER_KEY')

const wrong = (field: 'run_on' | 'version' | 'file', sentence: string) =>
  refused('invalid_input', fieldFacts({ [field]: { code: 'not_valid', sentence } }))

const firstFault = ({ bad: [first] }: RegisterFile): string =>
  first ? `The file has no person that can be read. Line ${first.line}: ${first.fault}` : 'The file has no persons'

function tryRead(file: string, today: string): RegisterFile | NoRegister {
  try {
    return readRegisterFile(file, today)
  } catch (error) {
    if (error instanceof NoRegister) return error
    throw error
  }
}

const runView = ({ id, at, checkedAt, ...run }: store.RunRow): RegisterRun => ({
  run_id: id.toString(),
  ...run,
  at: at.toISOString(),
  checked_at: checkedAt?.toISOString() ?? null,
})
