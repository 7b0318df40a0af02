import type { Product } from '@nare/contract/products'

/** The fields of a settled ticket that wagering needs. `atRisk`: its part of what was at risk on its event, once all bets on it are settled. */
export type WageredTicket = {
  readonly betId: bigint
  readonly bettor: bigint
  readonly product: Product
  readonly state: 'open' | 'won' | 'lost' | 'void' | 'cashed_out'
  readonly atRisk: bigint
  readonly lowestLegOdds: bigint | null
  readonly placedAt: Date
  readonly countedAt: Date
}

/** The percentage of what was at risk that counts for a product's tickets whose lowest price is `leastOdds` or more. */
export type WagerShare = { readonly product: Product; readonly leastOdds: bigint; readonly percent: number }

/** An active grant that wagering changes. */
export type WageringGrant = {
  readonly grantId: bigint
  readonly bettor: bigint
  readonly wagerTotal: bigint
  wagerDone: bigint
  readonly minOdds: bigint
  readonly products: readonly Product[]
  readonly grantedAt: Date
  readonly expiresAt: Date
  /** Whether nothing is left of it and no open bet can return anything to it. */
  readonly spent: boolean
}

export type Wager = { readonly betId: bigint; readonly grantId: bigint; readonly amount: bigint }

/**
 * Divides what these tickets had at risk among these grants, which are in order of expiry. Returns the wagers of the active grants, in place
 * of `earlier`, and updates `wagerDone`.
 *
 * Example: a bet risked 100 and its product counts half (`shares`, the last row that fits). Of these 50, grant A, which expires first, needs
 * 30 and gets them, and B gets 20. If the bet is voided later it risked nothing, and both lose theirs; had A ended meanwhile, it keeps its 30.
 */
export function planWagers(
  tickets: readonly WageredTicket[],
  {
    grants,
    earlier,
    shares,
  }: { grants: readonly WageringGrant[]; earlier: readonly Wager[]; shares: readonly WagerShare[] },
): Wager[] {
  const active = new Map(grants.map((grant) => [grant.grantId, grant]))
  const before = Map.groupBy(earlier, (wager) => wager.betId)
  const own = Map.groupBy(grants, (grant) => grant.bettor)
  return tickets.flatMap((ticket) => {
    let left = countedRisk(ticket, shares)
    for (const { grantId, amount } of before.get(ticket.betId) ?? []) {
      const grant = active.get(grantId)
      if (grant) grant.wagerDone -= amount
      else left -= amount
    }
    const wagers: Wager[] = []
    for (const grant of own.get(ticket.bettor) ?? []) {
      if (!counts(ticket, grant)) continue
      const room = grant.wagerTotal - grant.wagerDone
      const amount = room < left ? room : left
      if (amount <= 0n) continue
      grant.wagerDone += amount
      left -= amount
      wagers.push({ betId: ticket.betId, grantId: grant.grantId, amount })
    }
    return wagers
  })
}

function countedRisk({ state, atRisk, product, lowestLegOdds }: WageredTicket, shares: readonly WagerShare[]): bigint {
  if (state !== 'won' && state !== 'lost') return 0n
  const share = shares.findLast((one) => one.product === product && (lowestLegOdds ?? 0n) >= one.leastOdds)
  return (atRisk * BigInt(share?.percent ?? 0)) / 100n
}

const counts = (ticket: WageredTicket, grant: WageringGrant): boolean =>
  !grant.spent &&
  ticket.lowestLegOdds !== null &&
  ticket.lowestLegOdds >= grant.minOdds &&
  grant.products.includes(ticket.product) &&
  ticket.placedAt >= grant.grantedAt &&
  ticket.countedAt < grant.expiresAt
