import { done, refused, type Outcome } from '@nare/contract/outcome'
import { transact, type Tx } from '#platform/db'
import { lockName } from '#platform/locks'
import { hashOf, type Parts } from '../deps.ts'
import { compare, type Compared } from './compare.ts'
import * as store from './day-store.ts'
import { NoStatement, readStatement, type Statement } from './statement.ts'

export type { Difference } from './day-store.ts'

const badShown = 1000

type Upload = store.Day & { readonly id: string; readonly statement: string; readonly operator: string }
export type DifferenceEnd = Exclude<store.DifferenceState, 'open'>

/** Opens the comparison of the ledger with the providers' own statements, day by day. */
export function openReconciliation(parts: Parts) {
  const { db, country, ledger } = parts

  /** What is known of a day: its last statement and its differences. */
  async function view(of: store.Day) {
    const [statement, differences, open] = await Promise.all([
      store.lastStatement(db, of),
      store.differencesOf(db, of),
      store.countOpen(db, of),
    ])
    return { ...of, statement, differences, open }
  }

  /**
   * Compares a day with the provider's file. Replaces the differences of an earlier file on which nobody has acted. The same file twice is one,
   * compared again. Refuses a file that is no statement (invalid_input).
   */
  async function upload(
    given: Upload,
  ): Promise<Outcome<Awaited<ReturnType<typeof view>>, 'invalid_input' | 'id_reused'>> {
    const { provider, day, id } = given
    const of = { provider, day }
    const hash = hashOf(provider, day, given.statement)
    const earlier = await store.statementOf(db, id)
    if (earlier && (earlier.hash !== hash || earlier.provider !== provider)) return refused('id_reused')
    const read = readOrFault(given.statement)
    if (typeof read === 'string') return refused('invalid_input', { fields: { statement: read } })
    const span = await store.boundsOf(db, day, country.timeZone)
    const isOfDay = ({ at }: { at?: Date | undefined }) => at === undefined || (at >= span.from && at < span.to)
    const compared = await compare({ db, ledger, provider, lines: read.lines }, span)
    const differing = compared.differing.filter(({ line }) => isOfDay(line))
    await transact(parts.moneyDb, async (tx) => {
      await lockName(tx, 'reconciliation', `${provider} ${day}`)
      await store.saveStatement(tx, {
        ...of,
        ...{ id, hash, operator: given.operator, lines: read.lines.length, notCompleted: read.notCompleted },
        otherDays: read.lines.filter((line) => !isOfDay(line)).length,
        matched: compared.matched.size - compared.differing.length,
        badLines: read.bad.length,
        badRows: read.bad.slice(0, badShown),
      })
      await store.saveElsewhere(tx, of, compared.elsewhere)
      await store.replaceDifferences(tx, of, await differencesIn(tx, of, { ...compared, differing }, isOfDay))
    })
    return done(await view(of))
  }

  /**
   * Ends a difference with what a person did about it. What the calls for payments do is believed only once the payment is so: assigned, with
   * its receipt, or ended (not_available). Refuses an unknown difference, or one of an earlier file (not_found).
   */
  const end = (given: {
    id: bigint
    action: DifferenceEnd
    operator: string
    reason: string
  }): Promise<Outcome<DifferenceEnd, 'not_found' | 'already_ended' | 'not_available'>> =>
    transact(
      parts.moneyDb,
      async (tx): Promise<Outcome<DifferenceEnd, 'not_found' | 'already_ended' | 'not_available'>> => {
        const difference = await store.lockDifference(tx, given.id)
        if (!difference) return refused('not_found')
        if (difference.state !== 'open') return refused('already_ended', undefined, actedText)
        const { action, operator, reason } = given
        if (!(await isDone(tx, difference, action))) return refused('not_available', undefined, undoneTexts[action])
        await store.endDifference(tx, { id: given.id, state: action, operator, reason })
        return done(action)
      },
    )

  return {
    view: async (of: { provider: store.Day['provider']; day: string | undefined }) =>
      view({ ...of, day: of.day ?? (await store.yesterday(db, country.timeZone)) }),
    upload,
    end,
    /** The payment of ours that a difference is about. */
    paymentOf: (id: bigint): Promise<bigint | undefined> => store.paymentOfDifference(db, id),
  }
}

const actedText = 'Somebody has acted on this difference'
const undoneTexts: Readonly<Record<DifferenceEnd, string>> = {
  assigned: 'No payment with this receipt was assigned yet. Assign it first',
  receipt: 'No payment has this receipt yet. Enter it at the deposit first',
  ended: 'The payment has not ended yet. End it first',
  noted: 'Write what explains the difference',
}

async function isDone(
  tx: Tx,
  { provider, receipt, payment, paymentState }: store.Difference,
  action: DifferenceEnd,
): Promise<boolean> {
  if (action === 'noted') return true
  if (action === 'ended') return payment !== null && ['succeeded', 'done', 'failed'].includes(paymentState ?? '')
  if (receipt === null) return false
  const { isAssigned, isNamed } = await store.receiptFacts(tx, { provider, receipt })
  return action === 'assigned' ? isAssigned : isNamed
}

function readOrFault(text: string): Statement | string {
  try {
    return readStatement(text)
  } catch (error) {
    if (error instanceof NoStatement) return error.message
    throw error
  }
}

type Found = Pick<Compared, 'missingInLedger' | 'oursOnly' | 'differing'>

async function differencesIn(
  tx: Tx,
  of: store.Day,
  { missingInLedger, oursOnly, differing }: Found,
  isOfDay: (line: { at?: Date | undefined }) => boolean,
): Promise<store.NewDifference[]> {
  const onOtherDays = await store.matchedElsewhere(
    tx,
    of,
    oursOnly.map(({ payment }) => payment),
  )
  const theirs = missingInLedger.filter(isOfDay).map(({ receipt, reference, amount, at, line, known }) => ({
    ...{ kind: 'theirs_only' as const, key: receipt, receipt, reference, theirs: amount, ours: null },
    ...{ payment: known?.id ?? null, line: line ?? null, at: at ?? null },
  }))
  const ours = oursOnly
    .filter(({ payment }) => !onOtherDays.has(payment))
    .map(({ payment, row, amount, at }) => ({
      ...{ kind: 'ours_only' as const, key: `payment/${payment}`, payment, ours: amount, theirs: null, line: null, at },
      ...{ receipt: row?.receipt ?? null, reference: row?.reference ?? null },
    }))
  const both = differing.map(({ row, line, ours: amount }) => ({
    ...{ kind: 'differs' as const, key: `payment/${row.id}`, payment: row.id, ours: amount, theirs: line.amount },
    ...{ receipt: line.receipt, reference: line.reference, line: line.line ?? null, at: line.at ?? null },
  }))
  // A receipt that stands twice in the file is one difference: the last line.
  return [...new Map([...theirs, ...ours, ...both].map((one) => [`${one.kind} ${one.key}`, one])).values()]
}
