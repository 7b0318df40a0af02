import type { BetView } from '@nare/contract/betting'
import { bestOf, resultMasks, spreadOf, type Effect } from '@nare/jackpot/score'
import { judge } from '@nare/jackpot/settle'
import { picksOf } from '@nare/jackpot/ticket'
import type { LegFacts } from '#modules/catalog/catalog'
import type { LegProgress, TicketDetail, TicketDetails } from '#modules/tickets/tickets'
import type { Db, Tx } from '#platform/db'
import { finalOutcomes, type JackpotCatalog } from './outcomes.ts'
import { matchesOf, poolsById, type PoolMatch, type PoolRow } from './pool-store.ts'
import { jackpotProof } from './proof.ts'
import { termsOf } from './terms.ts'
import { ticketsById, type TicketRow } from './ticket-store.ts'

type PickView = NonNullable<BetView['picks']>[number]

/** A pool with the facts that its tickets show: the outcomes of its matches so far, and their effects if known. */
type PoolDetails = {
  readonly pool: PoolRow
  readonly matches: readonly PoolMatch[]
  readonly facts: ReadonlyMap<number, LegFacts>
  readonly effects: readonly (Effect | undefined)[]
}

/** The effects of the matches of a pool that is settled. */
function settledEffects(pool: PoolRow, matches: readonly PoolMatch[]): (Effect | undefined)[] {
  const judged = judge(
    termsOf(pool),
    matches.map(({ outcome, drawn }) => ({ outcome: outcome ?? 'void', drawn: drawn ?? undefined })),
  )
  return judged.kind === 'play' ? [...judged.effects] : matches.map(() => undefined)
}

/** The effect of a match that ended before its pool is settled. A void match has one only if it counts as won. */
const earlyEffect = (pool: PoolRow, outcome: Effect | 'void'): Effect | undefined => {
  if (outcome !== 'void') return outcome
  return pool.voidPolicy === 'counts_won' ? 'all' : undefined
}

/** The details of jackpot tickets for history, exports and live topics. */
export function jackpotTickets(catalog: Pick<JackpotCatalog, 'legFacts' | 'resultsOf'>): TicketDetails {
  async function readPools(on: Db | Tx, pools: readonly number[]): Promise<Map<number, PoolDetails>> {
    const [rows, matches] = [await poolsById(on, pools), await matchesOf(on, pools)]
    const ids = [...new Set([...matches.values()].flat().map(({ matchId }) => matchId))]
    const facts = await catalog.legFacts(on, ids)
    const ended = new Map((await finalOutcomes(catalog, on, ids, false)).map((one, n) => [ids[n] ?? 0, one] as const))
    return new Map(
      rows.map((pool) => {
        const own = matches.get(pool.id) ?? []
        if (pool.state === 'settled')
          return [pool.id, { pool, matches: own, facts, effects: settledEffects(pool, own) }]
        const now = own.map((match) => {
          const end = pool.state === 'cancelled' ? undefined : ended.get(match.matchId)
          return end ? { ...match, outcome: end.outcome, fullTime: end.fullTime } : match
        })
        const effects = now.map(({ outcome }) => (outcome === null ? undefined : earlyEffect(pool, outcome)))
        return [pool.id, { pool, matches: now, facts, effects }]
      }),
    )
  }

  async function withPools(on: Db | Tx, betIds: readonly bigint[]) {
    const tickets = await ticketsById(on, betIds)
    const pools = await readPools(on, [...new Set(tickets.map(({ pool }) => pool))])
    return tickets.flatMap((ticket) => {
      const pool = pools.get(ticket.pool)
      return pool ? [{ ticket, pool }] : []
    })
  }

  return {
    async read(on, betIds, { asPlaced }) {
      const found = await withPools(on, betIds)
      return new Map(found.map(({ ticket, pool }) => [ticket.betId, detailOf(ticket, pool, asPlaced)] as const))
    },
    async legProgress(on, betIds) {
      const found = await withPools(on, betIds)
      return new Map(
        found.map(({ ticket, pool }) => [
          ticket.betId,
          picksOf(ticket, pool.matches.length).map((outcomes, n) => progressOf(pool, outcomes, n)),
        ]),
      )
    },
    proof: jackpotProof,
    picksText: ({ jackpot, picks = [] }) =>
      (jackpot ? picks : [])
        .map(
          ({ home_team: home = '', away_team: away = '', outcomes }) => `${home} v ${away}: ${outcomes.join(' or ')}`,
        )
        .join('; '),
  }
}

function stateOf(effect: Effect | undefined, outcomes: readonly string[]): NonNullable<PickView['state']> {
  if (effect === undefined) return 'open'
  if (effect === 'none') return 'void'
  return effect === 'all' || outcomes.includes(effect) ? 'won' : 'lost'
}

function progressOf({ matches, facts, effects }: PoolDetails, outcomes: readonly string[], n: number): LegProgress {
  const match = facts.get(matches[n]?.matchId ?? 0)
  const live = match?.state === 'live'
  return {
    n,
    state: stateOf(effects[n], outcomes),
    ...(live && match.minute !== null && { minute: match.minute }),
    ...(live && match.score !== null && { score: match.score }),
  }
}

function detailOf(ticket: TicketRow, details: PoolDetails, asPlaced: boolean): TicketDetail {
  const { pool, matches, effects } = details
  const picks = picksOf(ticket, matches.length)
  const state = asPlaced || pool.state === 'draft' ? 'open' : pool.state
  return {
    legs: [],
    lines: ticket.lines,
    picks: picks.map((outcomes, n) => pickView(details, { outcomes, n, asPlaced })),
    jackpot: {
      jackpot_id: String(pool.id),
      code: String(pool.code),
      name: pool.name,
      state,
      matches: matches.length,
    },
    ...(!asPlaced && progress(ticket, { pool, effects })),
  }
}

/** The score of the ticket's best line once the pool is settled; before that, the number of decided matches and of right picks. */
function progress(ticket: TicketRow, { pool, effects }: Known): Partial<TicketDetail> {
  if (pool.state === 'cancelled') return { best: null }
  const decided = effects.filter((effect) => effect !== undefined).length
  const score = bestOf(spreadOf(ticket, resultMasks(effects.map((effect) => effect ?? 'none'))))
  return pool.state === 'settled' ? { best: score } : { best: null, right: score, decided }
}

type Known = { readonly pool: PoolRow; readonly effects: readonly (Effect | undefined)[] }

function pickView(
  { matches, facts, effects }: PoolDetails,
  { outcomes, n, asPlaced }: { outcomes: readonly string[]; n: number; asPlaced: boolean },
): PickView {
  const match = matches[n]
  const known = facts.get(match?.matchId ?? 0)
  return {
    match_id: String(match?.matchId),
    outcomes: [...outcomes],
    ...(known && { home_team: known.home_team, away_team: known.away_team, start_time: known.start_time }),
    ...(!asPlaced && match?.outcome && { outcome: match.outcome }),
    ...(!asPlaced && match?.drawn && { drawn: match.drawn }),
    ...(!asPlaced && match?.fullTime && { full_time: match.fullTime }),
    state: asPlaced ? 'open' : stateOf(effects[n], outcomes),
  }
}
