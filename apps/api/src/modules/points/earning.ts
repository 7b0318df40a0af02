import type { PointRules } from '#country/country'
import type { Ledger } from '#modules/ledger/ledger'
import { promotable } from '#modules/protection/protection'
import { readSettled, type CountedTicket } from '#modules/risk/risk'
import type { Db, Tx } from '#platform/db'
import type { Award, Purse, Spend } from './purse.ts'
import { pointsOf } from './rules.ts'
import { keptRules, ruleText } from './settings.ts'
import { earnedBy, storeEarned } from './store.ts'

type Deps = {
  readonly db: Db
  readonly ledger: Pick<Ledger, 'lockWithPoints'>
  readonly purse: Pick<Purse, 'awardAll' | 'spendAll'>
  /** The rules of points now. */
  readonly rules: () => PointRules
  /** Called after each commit with the bettors whose points changed. */
  readonly publish: (bettors: ReadonlySet<bigint>) => Promise<void>
}

/**
 * Awards points for what settled tickets had at risk, once all bets on their event are settled. After a correction it awards or deducts the
 * difference. Points that
 * were spent meanwhile are not owed: they count as awarded when the ticket is settled again. A bettor who must not receive promotions at
 * that time earns nothing.
 */
export async function earnFromFeed({ db, publish, ...deps }: Deps): Promise<void> {
  await readSettled(
    db,
    { name: 'points' },
    (tx, tickets) => earn(deps, tx, tickets),
    (changed) => publish(new Set(changed)),
  )
}

type Change = {
  readonly ticket: CountedTicket
  /** The rule by which the bet earns: that of its first points. */
  readonly rule: string | null
  readonly before: bigint
  readonly due: bigint
}

async function earn(
  { ledger, purse, rules }: Omit<Deps, 'db' | 'publish'>,
  tx: Tx,
  tickets: readonly CountedTicket[],
): Promise<bigint[]> {
  const before = await earnedBy(
    tx,
    tickets.map(({ betId }) => betId),
  )
  const { earn: current } = rules()
  const changes = tickets
    .map((ticket): Change => {
      const earned = before.get(ticket.betId)
      const rule = earned?.rule ?? ruleText(current, ticket.product) ?? null
      return {
        ...{ ticket, rule, before: earned?.points ?? 0n },
        due: pointsOf(ticket, keptRules(earned?.rule) ?? current),
      }
    })
    .filter((one) => one.due !== one.before)
  if (changes.length === 0) return []
  const bettors = [...new Set(changes.map(({ ticket }) => ticket.bettor))]
  // Exclusions, limits and marks are written under the lock of the cash account.
  await ledger.lockWithPoints(tx, bettors)
  const may = await promotable(tx, bettors)
  const more = changes.filter((one) => one.due > one.before && may.has(one.ticket.bettor))
  const less = changes.filter((one) => one.due < one.before)
  // Deductions run before awards, so that a deduction never uses points that the same list has awarded.
  const taken = await purse.spendAll(tx, less.map(deductionOf))
  await purse.awardAll(tx, more.map(awardOf))
  const now = [
    ...more.map(({ ticket, rule, due }) => ({ ...ticket, rule, points: due })),
    ...less.map(({ ticket, rule, before: had }, at) => ({ ...ticket, rule, points: had - (taken[at] ?? 0n) })),
  ]
  if (now.length > 0) await storeEarned(tx, now)
  return now.map(({ bettor }) => bettor)
}

const idOf = ({ betId, timesSettled, state }: CountedTicket): string =>
  `points/bet/${betId}/${timesSettled}${state === 'cashed_out' ? '/out' : ''}`

/** Not "bet/…": the transfers with that subject are the money of the bet. */
const aboutBet = (betId: bigint): string => `points/bet/${betId}`

const awardOf = ({ ticket, due, before }: Change): Award => ({
  id: idOf(ticket),
  bettor: ticket.bettor,
  points: due - before,
  reason: 'earned',
  about: aboutBet(ticket.betId),
})

const deductionOf = ({ ticket, due, before }: Change): Spend => ({
  id: idOf(ticket),
  bettor: ticket.bettor,
  points: before - due,
  kind: 'points_taken_back',
  about: aboutBet(ticket.betId),
  upTo: true,
})
