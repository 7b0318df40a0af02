import { money } from '@nare/money/money'
import type { Ledger, Transfer, TransferKind } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { drawLots, insertLots } from './store.ts'

/** Why points come: for a settled bet, as a prize of a contest, by a promotion, or added by an operator. */
export type AwardReason = 'earned' | 'prize' | 'promotion' | 'adjusted'

/** Points for a bettor. The caller makes the id, of at most 90 characters: twice is once. */
export type Award = {
  readonly id: string
  readonly bettor: bigint
  readonly points: bigint
  readonly reason: AwardReason
  /** What they are for, as "points/bet/123". */
  readonly about?: string
}

/** Points that a bettor spends or loses: exactly `points`, or `upTo` so many as there are. */
export type Spend = Omit<Award, 'reason'> & { readonly kind: TransferKind; readonly upTo?: boolean }

const awards = {
  earned: { kind: 'points_earned' },
  prize: { kind: 'points_prize' },
  promotion: { kind: 'points_promotion' },
  adjusted: { kind: 'points_adjusted' },
} as const satisfies Readonly<Record<AwardReason, { kind: TransferKind }>>

const idLengthMax = 90

/**
 * The only writer of points: each movement is a transfer of the ledger in the currency PTS, and what is left of each award is known until it
 * expires. The sum of what is left is the balance.
 */
export function openPurse({ ledger, expiresDays }: { ledger: Ledger; expiresDays: number }) {
  const house = ledger.house('house:points')

  /** Gives points, each award once by its id; answers which of them were given now. Throws if an id was used for another award. */
  async function awardAll(tx: Tx, given: readonly Award[]): Promise<boolean[]> {
    if (given.length === 0) return []
    const accounts = await ledger.lockPoints(tx, [...new Set(given.map(({ bettor }) => bettor))])
    const transfers = given.map(({ id, bettor, points, reason, about }): Transfer => {
      const account = accounts.get(bettor)?.account
      invariant(account !== undefined, `bettor ${bettor} has no points account`)
      invariant(points > 0n && id.length <= idLengthMax, `award ${id} of ${points} points`)
      return transferOf({ id, about, ...awards[reason] }, { account, house, points })
    })
    const posted = await ledger.post(tx, transfers)
    posted.forEach((one, at) => invariant(one !== 'id_reused', `award ${given[at]?.id} was another one before`))
    const isNew = posted.map((one) => one === 'posted')
    const lots = given.filter((_, at) => isNew[at])
    if (lots.length > 0) await insertLots(tx, lots, expiresDays)
    return isNew
  }

  /**
   * Takes points, those that expire first before the others. Answers how many each took: 0 where the bettor has too few (fewer than asked
   * count only with `upTo`). The caller makes sure that an id is spent once.
   */
  async function spendAll(tx: Tx, given: readonly Spend[]): Promise<bigint[]> {
    if (given.length === 0) return []
    const accounts = await ledger.lockPoints(tx, [...new Set(given.map(({ bettor }) => bettor))])
    const balances = new Map([...accounts].map(([bettor, { points }]) => [bettor, points]))
    const taken = given.map(({ bettor, points, upTo = false }) => {
      const has = balances.get(bettor) ?? 0n
      const take = has >= points ? points : upTo ? has : 0n
      balances.set(bettor, has - take)
      return take
    })
    const spends = given.map((one, at) => ({ ...one, points: taken[at] ?? 0n })).filter(({ points }) => points > 0n)
    if (spends.length === 0) return taken
    const transfers = spends.map(({ id, kind, about, bettor, points }): Transfer => {
      const account = accounts.get(bettor)?.account
      invariant(account !== undefined, `bettor ${bettor} has no points account`)
      return transferOf({ id, kind, about }, { account, house, points: -points })
    })
    const posted = await ledger.post(tx, transfers)
    posted.forEach((one, at) => invariant(one === 'posted', `points of ${transfers[at]?.id} were ${one}`))
    await drawLots(tx, spends)
    return taken
  }

  return { awardAll, spendAll, house }
}

export type Purse = ReturnType<typeof openPurse>

type Move = { readonly account: bigint; readonly house: bigint; readonly points: bigint }

/** Points to an account, or with a minus from it; its other side is the operator's account of points. */
export function transferOf(
  { id, kind, about }: { id: string; kind: TransferKind; about: string | undefined },
  { account, house, points }: Move,
): Transfer {
  const postings = [
    { account, amount: money(points) },
    { account: house, amount: money(-points) },
  ]
  return { id, kind, ...(about !== undefined && { about }), postings }
}
