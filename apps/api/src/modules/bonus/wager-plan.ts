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
 * The amounts that these tickets add to the wagering of these grants, which are in order of expiry. `earlier`: the amounts that the same
 * tickets have added before, to any grant. What was at risk counts once, by the share of its product and price (the last row that fits): for the grant that expires first, as far as that grant needs it, then for
 * the next. Amounts of a grant that has ended stay there. Updates `wagerDone`. Returns the new wagers of the active grants, which replace
 * the earlier ones.
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
