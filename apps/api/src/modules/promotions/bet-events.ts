import { legOutcomes, type LegOutcomes } from '#modules/betting/betting'
import { countedTickets, type CountedTicket } from '#modules/risk/risk'
import { settledTickets } from '#modules/tickets/tickets'
import type { Tx } from '#platform/db'
import type { PlaceEvent } from './earnings.ts'
import { earnedByLostLeg, isUndecided } from './insurance.ts'
import { earnedByBet } from './rules.ts'
import { deleteWaiting, insertWaiting, nextWaiting } from './waiting-store.ts'

/** The points that a settled ticket earns without promotions. */
export type PointsOf = (ticket: CountedTicket) => bigint

/**
 * What settled tickets may earn. What an insurance gives for a lost bet depends on all of its legs: while some are open the bet is noted, and
 * `decidedEvents` finds it again.
 */
export async function betEvents(tx: Tx, tickets: readonly CountedTicket[], pointsOf: PointsOf): Promise<PlaceEvent[]> {
  const ready = tickets.filter(({ waits }) => !waits)
  const lost = ready.filter(({ product, state }) => product === 'sports' && state === 'lost')
  const outcomes = await legOutcomes(tx, ids(lost))
  await insertWaiting(
    tx,
    lost.filter((ticket) => isOpen(ticket, outcomes)),
  )
  return ready.map((ticket) => eventOf(ticket, outcomes.get(ticket.betId), pointsOf))
}

/** What an insurance gives for noted bets whose legs are all decided now. Others are looked at again; `more` if there may be more to look at. */
export async function decidedEvents(
  tx: Tx,
  { most, pointsOf }: { most: number; pointsOf: PointsOf },
): Promise<{ events: PlaceEvent[]; more: boolean }> {
  const betIds = await nextWaiting(tx, most)
  const more = betIds.length === most
  const outcomes = await legOutcomes(tx, betIds)
  // Most still have an open leg. What was at risk is counted of the others alone: it reads all that their bettors have on their matches.
  const asked = new Set(betIds.filter((betId) => !mustWait(outcomes.get(betId))))
  if (asked.size === 0) return { events: [], more }
  const counted = await countedTickets(tx, await settledTickets(tx, [...asked]))
  const decided = counted.filter((ticket) => asked.has(ticket.betId) && !ticket.waits && !isOpen(ticket, outcomes))
  await deleteWaiting(tx, ids(decided))
  const events = decided.map((ticket): PlaceEvent => {
    const event = eventOf(ticket, outcomes.get(ticket.betId), pointsOf)
    return {
      ...event,
      earned: (rule, ...given) => (rule.kind === 'insurance' ? event.earned(rule, ...given) : undefined),
    }
  })
  return { events, more }
}

/** A system has no total odds: the odds of its lowest leg are used. */
function eventOf(ticket: CountedTicket, outcomes: LegOutcomes | undefined, pointsOf: PointsOf): PlaceEvent {
  const facts = { ...ticket, totalOdds: ticket.totalOdds ?? ticket.lowestLegOdds }
  return {
    bettor: ticket.bettor,
    cause: `bet/${ticket.betId}`,
    begunAt: ticket.placedAt,
    at: ticket.countedAt,
    earned(rule, before, may) {
      if (rule.kind !== 'insurance')
        return earnedByBet(rule, { ...facts, basePoints: may ? pointsOf(ticket) : 0n }, before)
      return outcomes && earnedByLostLeg(rule, { ...facts, ...outcomes }, before)
    },
  }
}

function isOpen(ticket: CountedTicket, outcomes: ReadonlyMap<bigint, LegOutcomes>): boolean {
  const found = outcomes.get(ticket.betId)
  return found !== undefined && isUndecided({ ...ticket, ...found })
}

/** Whether a noted bet can earn nothing yet: a leg is open, or a correction has opened the bet again. */
const mustWait = (found: LegOutcomes | undefined): boolean =>
  found !== undefined && (found.state === 'open' || isUndecided(found))

const ids = (tickets: readonly CountedTicket[]): bigint[] => tickets.map(({ betId }) => betId)
