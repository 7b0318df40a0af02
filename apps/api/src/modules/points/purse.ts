import { money } from '@nare/money/money'
import type { Ledger, Transfer, TransferKind } from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { drawLots, insertLots } from './store.ts'

/** The reason for awarding points: a settled bet, a contest's prize, a promotion, or an operator's adjustment. */
export type AwardReason = 'earned' | 'prize' | 'promotion' | 'adjusted'

/** Points for a bettor. The caller chooses the id, of at most 90 characters; a repeated id awards nothing. */
export type Award = {
  readonly id: string
  readonly bettor: bigint
  readonly points: bigint
  readonly reason: AwardReason
  /** The subject of the award, such as "points/bet/123". */
  readonly about?: string
}

/** Points that a bettor spends or loses: exactly `points`, or with `upTo` at most `points`. */
export type Spend = Omit<Award, 'reason'> & { readonly kind: TransferKind; readonly upTo?: boolean }

const awards = {
  earned: { kind: 'points_earned' },
  prize: { kind: 'points_prize' },
  promotion: { kind: 'points_promotion' },
  adjusted: { kind: 'points_adjusted' },
} as const satisfies Readonly<Record<AwardReason, { kind: TransferKind }>>

const idLengthMax = 90

/**
 * Opens the only writer of points. Each movement is a ledger transfer in the currency PTS. The rest of each award is stored until it expires;
 * the sum of these rests is the balance.
 */
export function openPurse({ ledger, expiresDays }: { ledger: Ledger; expiresDays: () => number }) {
  const house = ledger.house('house:points')

  /** Awards points, once for each id. Returns which awards were made now. Throws if an id was used for another award. */
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
    posted.forEach((one, at) =>
      invariant(one !== 'id_reused', `award ${given[at]?.id} was another one before: its id is used`),
    )
    const isNew = posted.map((one) => one === 'posted')
    const lots = given.filter((_, at) => isNew[at])
    if (lots.length > 0) await insertLots(tx, lots, expiresDays())
    return isNew
  }

  /**
   * Deducts points, in order of expiry. Returns the number that each spend deducted: 0 if the bettor has too few points; with `upTo`, as many
   * as the bettor has. The caller ensures that an id is spent once.
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
    posted.forEach((one, at) =>
      invariant(one === 'posted', `could not post points transfer ${transfers[at]?.id}: ${one}`),
    )
    await drawLots(tx, spends)
    return taken
  }

  return { awardAll, spendAll, house }
}

export type Purse = ReturnType<typeof openPurse>

type Move = { readonly account: bigint; readonly house: bigint; readonly points: bigint }

/** A transfer of points to an account, or from it if negative. The other side is the operator's account of points. */
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
