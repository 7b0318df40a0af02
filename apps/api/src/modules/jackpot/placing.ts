import type { BetView } from '@nare/contract/betting'
import type { FailureCode } from '@nare/contract/failures'
import type { jackpot as calls } from '@nare/contract/jackpot'
import { attributionOf } from '@nare/contract/marketing-source'
import { done, refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { crowdOf } from '@nare/jackpot/crowd'
import { outcomes, type Outcome as MatchOutcome } from '@nare/jackpot/terms'
import { isTooLarge, masksOf, sizeOf, type TicketSize } from '@nare/jackpot/ticket'
import { formatMoney, money } from '@nare/money/money'
import type { Country } from '#country/country'
import type { LegFacts } from '#modules/catalog/catalog'
import { refusalOf } from '#modules/protection/protection'
import {
  insertTickets,
  openPlacing,
  originOf,
  singleTicket,
  stakeRefusal,
  type Deciding,
  type NewTicket,
  type PlacingDeps,
  type TicketCommand,
  type Tickets,
} from '#modules/tickets/tickets'
import { commandHash } from '#platform/command-hash'
import { shareByKey } from '#platform/concurrency'
import type { Db } from '#platform/db'
import { lockShared } from '#platform/locks'
import type { Log } from '#platform/log'
import { afterCommit, answerOrRefuse } from '#platform/money-command'
import type { Session } from '#platform/session'
import { hasNotStarted, type JackpotCatalog } from './outcomes.ts'
import { statesOf } from './plan-store.ts'
import { matchesOf, poolsById, type PoolState } from './pool-store.ts'
import { insertPicks, type NewPicks } from './ticket-store.ts'

type Place = typeof calls.bet

export type JackpotPlacingDeps = PlacingDeps & {
  readonly db: Db
  readonly log: Log
  readonly catalog: JackpotCatalog
  readonly tickets: Pick<Tickets, 'placedBet'>
  readonly limits: () => Country['jackpot']
  /** Called when a ticket is refused because a match of its pool has started. */
  readonly onLate: (pool: number) => void
}

/** The facts of a pool that never change and that tickets need. */
type PoolTerms = {
  readonly id: number
  readonly stake: bigint
  readonly most: TicketSize
  readonly matchIds: readonly number[]
  readonly draft: boolean
}

type JackpotCommand = TicketCommand & {
  readonly pool: PoolTerms
  readonly picks: readonly (readonly MatchOutcome[])[]
  readonly size: TicketSize
  readonly attribution: string | undefined
}
type JackpotTicket = NewTicket & { readonly own: NewPicks }
type Result = Outcome<Answer<Place>, Failure<Place>>

const rulesVersion = 'jackpot-1'
const poolsCached = 500

/** Opens the placement of jackpot tickets. */
export function openJackpotPlacing(deps: JackpotPlacingDeps) {
  const { db, ledger, tickets, catalog, limits } = deps
  const pools = new Map<number, PoolTerms>()
  const shared = shareByKey<Result>()

  async function poolTermsOf(id: string): Promise<PoolTerms | undefined> {
    if (!/^\d{1,9}$/.test(id)) return undefined
    const known = pools.get(Number(id))
    if (known) return known
    const [pool] = await poolsById(db, [Number(id)])
    if (!pool) return undefined
    const matchIds = ((await matchesOf(db, [pool.id])).get(pool.id) ?? []).map(({ matchId }) => matchId)
    const most = { doubles: pool.maxDoubles, triples: pool.maxTriples, lines: pool.maxLines }
    const terms = { id: pool.id, stake: pool.stake, most, matchIds, draft: pool.state === 'draft' }
    if (terms.draft) return undefined
    if (pools.size >= poolsCached) pools.clear()
    pools.set(pool.id, terms)
    return terms
  }

  const { place, isFull } = openPlacing(deps, {
    product: 'jackpot',
    // Closing the pool and changing a match wait for these locks, so reads after them are current.
    async lock(tx, { commands }: { readonly commands: readonly JackpotCommand[] }) {
      const { poolIds, matchIds } = idsOf(commands)
      await Promise.all([catalog.lockForBets(tx, matchIds), lockShared(tx, 'jackpot', poolIds)])
      return {}
    },
    async read(tx, { commands }) {
      const { poolIds, matchIds } = idsOf(commands)
      const [states, facts] = await Promise.all([statesOf(tx, poolIds), catalog.legFacts(tx, matchIds)])
      return { states, facts }
    },
    decide(known, command, by) {
      const refusal = refusalOfTicket(command, { ...known, by, maxStake: limits().maxStake })
      return refusal ? { kind: 'refused', refusal } : { kind: 'placed', bet: ticketOf(command, by) }
    },
    write: (tx, placed: readonly JackpotTicket[]) =>
      Promise.all([
        insertTickets(tx, placed),
        insertPicks(
          tx,
          placed.map(({ own }) => own),
        ),
      ]),
  })

  async function placeOnce(command: JackpotCommand): Promise<Result> {
    const placement = await place(command)
    if (placement.kind === 'refused') {
      if (placement.refusal.code === 'match_started') deps.onLate(command.pool.id)
      return placement.refusal as Outcome<never, Failure<Place>>
    }
    return afterCommit(() =>
      answerOf(command, placement.kind === 'placed' ? formatMoney(placement.balance) : undefined),
    )
  }

  async function answerOf(
    command: JackpotCommand,
    balance: string | undefined,
  ): Promise<Outcome<Answer<Place>, never>> {
    const bet = await tickets.placedBet(command.bettor, command.id)
    if (!bet) throw new Error('the bet of a placed jackpot ticket does not exist')
    return done({
      status: 201,
      message: 'Jackpot bet placed',
      bet: ticketView(bet),
      lines: bet.lines ?? 1,
      stake: bet.stake,
      balance: balance ?? formatMoney((await ledger.balances(command.bettor)).balance),
    })
  }

  return {
    /** Places a ticket once. Repeated calls with one id place one ticket; concurrent ones share one attempt. */
    async place(input: Received<Place>, session: Session): Promise<Result> {
      const pool = await poolTermsOf(input.jackpot_id)
      if (!pool) return refused('not_found')
      const picks = picksFor(pool, input.picks)
      if (!picks) return refused('invalid_input', { fields: { picks: invalidPicksText } })
      const command = commandOf({ input, session, pool, picks })
      return shared(`${session.signingKey} ${command.id} ${command.hash}`, () =>
        answerOrRefuse(placeOnce(command), deps.log),
      )
    },
    isFull,
  }
}

const idsOf = (commands: readonly JackpotCommand[]) => ({
  poolIds: [...new Set(commands.map(({ pool }) => pool.id))],
  matchIds: [...new Set(commands.flatMap(({ pool }) => pool.matchIds))],
})

const invalidPicksText = 'Pick one, two or three outcomes for each match of the jackpot'

/** The picks in the order of the pool's matches; undefined unless every match is named once and each of its outcomes at most once. */
function picksFor(pool: PoolTerms, given: Received<Place>['picks']): MatchOutcome[][] | undefined {
  const byMatch = new Map(given.map((pick) => [pick.match_id, pick.outcomes]))
  if (byMatch.size !== given.length || given.length !== pool.matchIds.length) return undefined
  const picks = pool.matchIds.map((matchId) => byMatch.get(String(matchId)) ?? [])
  if (picks.some((picked) => picked.length === 0 || new Set(picked).size !== picked.length)) return undefined
  return picks.map((picked) => outcomes.filter((outcome) => picked.includes(outcome)))
}

function commandOf({
  input,
  session,
  pool,
  picks,
}: {
  readonly input: Received<Place>
  readonly session: Session
  readonly pool: PoolTerms
  readonly picks: readonly (readonly MatchOutcome[])[]
}): JackpotCommand {
  const size = sizeOf(picks)
  return {
    bettor: session.bettor,
    verified: session.verified,
    origin: originOf(session),
    id: input.id,
    pool,
    picks,
    size,
    hash: commandHash(['jackpot', pool.id, picks]),
    stake: money(pool.stake * BigInt(size.lines)),
    attribution: attributionOf(input),
  }
}

type StakeFacts = {
  readonly by: Deciding
  readonly states: ReadonlyMap<number, PoolState>
  readonly facts: ReadonlyMap<number, LegFacts>
  readonly maxStake: bigint
}

/** Refuses in this order: verification and exclusion, the pool and its matches, the size of the ticket, limits, funds. */
function refusalOfTicket(
  { pool, size, stake }: JackpotCommand,
  { by, states, facts, maxStake }: StakeFacts,
): Refusal<FailureCode> | undefined {
  if (by.gated && by.gated.code !== 'limit_reached') return refusalOf(by.gated)
  const isOpen = states.get(pool.id) === 'open' && pool.matchIds.every((id) => hasNotStarted(facts.get(id), by.now))
  if (!isOpen) return refused('match_started', { jackpot_id: String(pool.id) }, 'This jackpot is closed')
  if (isTooLarge(size, pool.most))
    return refused('too_many_legs', {
      lines: size.lines,
      max_lines: pool.most.lines,
      max_doubles: pool.most.doubles,
      max_triples: pool.most.triples,
    })
  if (stake > maxStake) return refused('stake_too_large', { limit: formatMoney(money(maxStake)) })
  return stakeRefusal(by, stake)
}

function ticketOf(command: JackpotCommand, { betId, now }: Deciding): JackpotTicket {
  const { attribution, pool, picks, size } = command
  return {
    ...singleTicket(command, { betId, product: 'jackpot', rulesVersion, placedAt: now }),
    ...{ type: 'jackpot', attribution },
    own: { betId, pool: pool.id, masks: masksOf(picks), lines: size.lines, crowd: crowdOf(picks, size.lines) },
  }
}

/** A bet of the history as a jackpot ticket. */
function ticketView(bet: BetView): Answer<Place>['bet'] {
  return {
    ...bet,
    product: 'jackpot',
    type: 'jackpot',
    lines: bet.lines ?? 1,
    best: bet.best ?? null,
    picks: (bet.picks ?? []).map((pick) => ({
      ...pick,
      outcomes: outcomes.filter((outcome) => pick.outcomes.includes(outcome)),
    })),
  }
}
