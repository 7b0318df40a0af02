import { countedRisks } from '@nare/bets/risk/event-risk'
import { betsOnSameMatches, sportsRiskLegs, type RiskLegs } from '#modules/betting/betting'
import { roundsAtRisk } from '#modules/games/games'
import { leagueRiskLegs } from '#modules/league/league'
import { settledFeed, settledTickets, type SettledReader, type SettledTicket } from '#modules/tickets/tickets'
import type { Db, Tx } from '#platform/db'
import { followFeed } from '#platform/follow-feed'

/**
 * A settled ticket with what counts of it. `atRisk` and `profit` are its parts, by stake, of what the bets on its event had at risk and won
 * together; `eventStakes` are the stakes of the event. All are 0 while a bet that decides them is open (`waits`). `countedAt`: when the last
 * of these bets was settled.
 */
export type CountedTicket = SettledTicket & {
  readonly atRisk: bigint
  readonly profit: bigint
  readonly eventStakes: bigint
  readonly countedAt: Date
  readonly waits: boolean
  /** Whether the batch has a settlement of it; false for one that was read before and counts anew. */
  readonly isNew: boolean
}

const legTables = { sports: sportsRiskLegs, league: leagueRiskLegs } as const satisfies Partial<
  Record<SettledTicket['product'], RiskLegs>
>

/**
 * Reads the settled feed as `followFeed` does: passes the tickets that the reader has not read to its handler, each with what counts of it. A batch also has the
 * tickets that were settled before and share an event with one of the batch, because they count anew: a reader stores the difference to what
 * it stored before. Returns whether the end of the feed was reached.
 */
export async function readSettled<T>(
  db: Db,
  { concerns, ...reader }: SettledReader,
  handler: (tx: Tx, tickets: readonly CountedTicket[]) => Promise<T>,
  committed?: (result: T) => Promise<void>,
): Promise<boolean> {
  const count = async (tx: Tx, tickets: readonly SettledTicket[]) => handler(tx, await countedTickets(tx, tickets))
  return (await followFeed(db, settledFeed(concerns), reader, count, committed)) === 'end'
}

/** These tickets and the settled ones that share an event with one of them, each once, with what counts of each. */
export async function countedTickets(on: Db | Tx, tickets: readonly SettledTicket[]): Promise<CountedTicket[]> {
  const byProduct = Map.groupBy(tickets, ({ product }) => product)
  const counted: CountedTicket[] = []
  for (const [product, own] of byProduct)
    if (product === 'sports' || product === 'league') counted.push(...(await onMatches(on, own, legTables[product])))
    else counted.push(...(await alone(on, own)))
  return counted
}

async function onMatches(on: Db | Tx, tickets: readonly SettledTicket[], legs: RiskLegs): Promise<CountedTicket[]> {
  const bets = await betsOnSameMatches(on, { betIds: tickets.map(({ betId }) => betId), legs })
  const asked = new Set(tickets.map(({ betId }) => betId))
  const others = bets.filter(({ betId, near }) => near && !asked.has(betId)).map(({ betId }) => betId)
  const earlier = others.length > 0 ? await settledTickets(on, others) : []
  const risks = new Map(
    [...Map.groupBy(bets, ({ bettor }) => bettor).values()].flatMap((own) => [...countedRisks(own)]),
  )
  const known = new Set(bets.map(({ betId }) => betId))
  const legless = await alone(
    on,
    tickets.filter(({ betId }) => !known.has(betId)),
  )
  const counted = [...earlier, ...tickets.filter(({ betId }) => known.has(betId))].map((ticket) => {
    const isNew = asked.has(ticket.betId)
    const { at, ...risk } = risks.get(ticket.betId) ?? { ...nothing, at: undefined }
    const countedAt = new Date(Math.max(at ?? 0, ticket.settledAt.getTime()))
    return { ...ticket, ...risk, countedAt, waits: at === undefined, isNew }
  })
  return [...legless, ...counted]
}

const nothing = { atRisk: 0n, profit: 0n, eventStakes: 0n }

/** Tickets whose event is theirs alone. What a provider's round had at risk is not known: it counts what it lost. */
async function alone(on: Db | Tx, tickets: readonly SettledTicket[]): Promise<CountedTicket[]> {
  const games = tickets.filter(({ product }) => product === 'games').map(({ betId }) => betId)
  const rounds = games.length > 0 ? await roundsAtRisk(on, games) : new Map<bigint, bigint>()
  return tickets.map((ticket) => {
    const { betId, product, state, decidedStake, returned, cashed, boost } = ticket
    const profit = returned - cashed - boost - decidedStake
    const isDecided = state === 'won' || state === 'lost'
    const lost = profit < 0n ? -profit : 0n
    const risk = product === 'games' ? (rounds.get(betId) ?? lost) : product === 'jackpot' ? decidedStake : lost
    return {
      ...ticket,
      atRisk: isDecided ? risk : 0n,
      profit: isDecided && profit > 0n ? profit : 0n,
      eventStakes: isDecided ? decidedStake : 0n,
      countedAt: ticket.settledAt,
      waits: state === 'open',
      isNew: true,
    }
  })
}
