import type { EffectView } from '@nare/contract/effect'
import { formatMoney, money } from '@nare/money/money'
import { queryRow, type Tx } from '#platform/db'
import type { Correction } from './credits.ts'
import { openForesight, type Foresight } from './foresight.ts'

const debtsShown = 100
const largestShown = 5

const text = (cents: bigint): string => formatMoney(money(cents))

/** A ticket whose payment a decision changes. */
export type TicketChange = {
  readonly bettor: bigint
  readonly betId: bigint
  readonly before: bigint
  readonly after: bigint
}

/** The parts that the effects of all decisions share: their moment, the debts that grow, and the tickets that change most, which come in that order. */
export async function effectParts(
  tx: Tx,
  { foresight, largest }: { foresight?: Foresight; largest: readonly TicketChange[] },
): Promise<Pick<EffectView, 'as_of' | 'debt' | 'debts' | 'largest'>> {
  const at = await queryRow<{ now: Date }>(tx)`select platform.now() as now`
  return partsOf({ at: at?.now, foresight, largest })
}

/** As `effectParts`, at a moment that is known. */
export function partsOf({
  at = new Date(0),
  foresight,
  largest,
}: {
  at: Date | undefined
  foresight: Foresight | undefined
  largest: readonly TicketChange[]
}): Pick<EffectView, 'as_of' | 'debt' | 'debts' | 'largest'> {
  const debts = foresight?.debts() ?? []
  return {
    as_of: at.toISOString(),
    debt: text(debts.reduce((sum, { amount }) => sum + amount, 0n)),
    debts: debts
      .slice(0, debtsShown)
      .map(({ bettor, amount }) => ({ bettor_id: String(bettor), amount: text(amount) })),
    largest: largest
      .filter(({ before, after }) => before !== after)
      .slice(0, largestShown)
      .map(({ bettor, betId, before, after }) => ({
        ...{ bettor_id: String(bettor), ticket_id: String(betId) },
        ...{ before: text(before), after: text(after) },
      })),
  }
}

/** The effect of a decision that changes no ticket, with what else it does. It moves no money unless `of` says so. */
export async function effectWithoutTickets(tx: Tx, of: Partial<EffectView> = {}): Promise<EffectView> {
  return {
    ...(await effectParts(tx, { largest: [] })),
    ...{ bets: 0, winners: 0, lost: 0, legs: 0, of: 0, paid: text(0n), taken_back: text(0n) },
    ...of,
  }
}

/** What a correction that belongs to no ticket would do, from the balances of one snapshot. It takes no lock and posts nothing. */
export async function effectOfCorrection(tx: Tx, correction: Correction): Promise<EffectView> {
  const foresight = openForesight(tx)
  const amounts = new Map<bigint, bigint>()
  for (const { bettor, amount } of [...correction.back, ...correction.due])
    amounts.set(bettor, (amounts.get(bettor) ?? 0n) + amount)
  const before = await foresight.wallets([...amounts.keys()])
  await foresight.correct(correction)
  const after = await foresight.wallets([])
  const most = [...amounts].toSorted(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1))
  const sumOf = (side: Correction['due']): string => text(side.reduce((sum, { amount }) => sum + amount, 0n))
  const cashOf = (wallets: typeof before, bettor: bigint): string => text(wallets.get(bettor)?.cash.balance ?? 0n)
  return {
    ...(await effectWithoutTickets(tx)),
    ...(await effectParts(tx, { foresight, largest: [] })),
    ...{ paid: sumOf(correction.due), taken_back: sumOf(correction.back), payees: amounts.size },
    cash: most.slice(0, largestShown).map(([bettor]) => ({
      ...{ bettor_id: String(bettor), before: cashOf(before, bettor), after: cashOf(after, bettor) },
    })),
  }
}
