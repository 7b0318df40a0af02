import { lineOf } from '@nare/bets/markets/markets'
import type { operatorBoard as contract } from '@nare/contract/operator-trading-board'
import type { Answer, Received } from '@nare/contract/route'
import { formatPrice, price } from '@nare/money/money'
import type { ConsoleDeps } from '../deps.ts'
import { moneyOf, oddOf } from './rows.ts'

type Deps = Pick<ConsoleDeps, 'catalog' | 'betting' | 'identity'>
type Asked = Received<typeof contract.outcome> & { readonly withNames: boolean }

const shownTickets = 5
const partsOfTime = 24

/** An outcome over time, and who stands on it; undefined for an outcome that does not exist. */
export async function outcomeOf(
  { catalog, betting, identity }: Deps,
  { id, sub_type_id: marketId, odd_key: oddKey, withNames }: Asked,
): Promise<Answer<typeof contract.outcome> | undefined> {
  const matchId = Number(id)
  const line = lineOf(marketId, oddKey)
  const [match] = await catalog.traded.matches([matchId])
  if (!match || line === undefined) return undefined
  const [points, tickets] = await Promise.all([
    catalog.traded.prices({ matchId, marketId, line, oddKey }),
    betting.books.ticketsOn({ matchId, marketId, oddKey }),
  ])
  const bySize = tickets.toSorted((a, b) =>
    a.stake === b.stake ? Number(a.betId - b.betId) : a.stake < b.stake ? 1 : -1,
  )
  const [shown, others] = [bySize.slice(0, shownTickets), bySize.slice(shownTickets)]
  const names = withNames
    ? await identity.bettorFacts([...new Set(shown.map(({ bettor }) => bettor))])
    : new Map<bigint, { name: string }>()
  return {
    prices: points.map(({ at, price: thousandths }) => ({ at: at.toISOString(), price: oddOf(thousandths) })),
    stakes: stakesOver(tickets),
    tickets: shown.map(({ betId, bettor, stake, price: at, pays, legs }) => {
      const name = names.get(bettor)?.name
      return {
        ...{ bet_id: String(betId), bettor_id: String(bettor), legs, price: formatPrice(price(at)) },
        ...(name !== undefined && { bettor_name: name }),
        ...{ stake: moneyOf(stake), pays: moneyOf(pays) },
      }
    }),
    others: {
      bets: others.length,
      staked: moneyOf(others.reduce((sum, { stake }) => sum + stake, 0n)),
      pays: moneyOf(others.reduce((sum, { pays }) => sum + pays, 0n)),
    },
  }
}

type Ticket = { readonly placedAtMs: number; readonly stake: bigint }

/** The stakes of the open tickets in equal parts of the time between the first and the last. */
function stakesOver(tickets: readonly Ticket[]) {
  if (tickets.length === 0) return []
  const times = tickets.map(({ placedAtMs }) => placedAtMs)
  const first = times.reduce((least, at) => Math.min(least, at), Infinity)
  const last = times.reduce((most, at) => Math.max(most, at), -Infinity)
  const width = Math.max(60_000, Math.ceil((last - first + 1) / partsOfTime))
  const parts = new Map<number, { bets: number; staked: bigint }>()
  for (const { placedAtMs, stake } of tickets) {
    const at = Math.floor((placedAtMs - first) / width)
    const { bets, staked } = parts.get(at) ?? { bets: 0, staked: 0n }
    parts.set(at, { bets: bets + 1, staked: staked + stake })
  }
  return [...parts]
    .toSorted(([a], [b]) => a - b)
    .map(([at, { bets, staked }]) => ({
      at: new Date(first + at * width).toISOString(),
      bets,
      staked: moneyOf(staked),
    }))
}
