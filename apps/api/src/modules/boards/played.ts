import { transferKinds, type HouseFlow, type Ledger } from '#modules/ledger/ledger'
import type { ListedSeason } from './seasons.ts'

/** What was staked on the product of a season's board in its time and returned, in cents, by the ledger. */
export type PlayedSeason = { readonly stakes: bigint; readonly returns: bigint }

/** The board of crash counts our own games; crash of a provider is among the casino's. */
const houses = { sports: 'house:sports', crash: 'house:games' } as const

/** Reads what was staked and returned in these seasons, from the ledger's sums by hours. */
export async function playedIn(ledger: Pick<Ledger, 'houseFlows'>, seasons: readonly ListedSeason[]) {
  const flows = new Map<number, readonly HouseFlow[]>()
  for (const board of ['sports', 'crash'] as const) {
    const own = seasons.filter((season) => season.board === board)
    if (own.length === 0) continue
    const spans = own.map(({ since, endsAt }) => ({ from: since, to: endsAt }))
    const bySpan = Map.groupBy(await ledger.houseFlows(houses[board], spans), ({ span }) => span)
    own.forEach(({ id }, span) => flows.set(id, bySpan.get(span) ?? []))
  }
  return ({ id }: Pick<ListedSeason, 'id'>): PlayedSeason => {
    const sum = (counts: 'staked' | 'returned') =>
      (flows.get(id) ?? []).reduce(
        (total, { kind, amount }) => (transferKinds[kind].counts === counts ? total + amount : total),
        0n,
      )
    return { stakes: sum('staked'), returns: -sum('returned') }
  }
}
