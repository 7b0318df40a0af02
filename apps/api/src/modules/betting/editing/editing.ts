import type { betEdit } from '@nare/contract/bet-edit'
import { attributionOf } from '@nare/contract/marketing-source'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { formatMoney, type Money } from '@nare/money/money'
import type { LegFacts } from '#modules/catalog/catalog'
import {
  batchRunner,
  databaseMsMax,
  originOf,
  type Queued,
  type TicketEvents,
  type Tickets,
} from '#modules/tickets/tickets'
import { monotonicMs } from '#platform/clock'
import { commandHash } from '#platform/command-hash'
import { shareByKey } from '#platform/concurrency'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import { afterCommit, answerOrRefuse } from '#platform/money-command'
import type { Session } from '#platform/session'
import type { Turns } from '#platform/turns'
import { betIdOf, ownerOf, type CashOut } from '../cash-out/cash-out.ts'
import { openDelayLimits } from '../placing/delays.ts'
import { placedView } from '../placing/placed-view.ts'
import type { NewBet } from '../placing/place-store.ts'
import { parsePick, type Slip } from '../placing/slip.ts'
import { editBet, stakeAt, type EditCommand, type EditDeps, type EditResult } from './command.ts'
import { endWaitingEdit, sweepWaitingEdits } from './store.ts'

type Edit = typeof betEdit.edit
type Result = Outcome<Answer<Edit>, Failure<Edit>>

type Deps = EditDeps & {
  readonly db: Db
  /** The database over the pool that only money commands use. */
  readonly moneyDb: Db
  readonly turns: Turns
  readonly log: Log
  readonly tickets: Pick<Tickets, 'ids' | 'placedBet' | 'publish'>
  readonly cashOuts: Pick<CashOut, 'readQuote' | 'quoteOf' | 'cashedOut'>
  readonly events: Pick<TicketEvents, 'transaction' | 'placed'>
  /** The delay of live bets in seconds, now. */
  readonly liveDelayS: () => number
  /** Waits for the delay of live bets, in real time. */
  readonly wait: (ms: number) => Promise<void>
  /** Match names and other facts for the receipt of a new bet. */
  readonly matchFacts: (matchIds: readonly number[]) => Promise<ReadonlyMap<number, LegFacts>>
}

/** How long an edit that is decided again may take. Its wait lasts longer, see `graceS`. */
const delayedMsMax = 45_000

/** Opens edits of bets: a cash-out at a quote and a bet of its amount, in one transaction. */
export function openEditing(deps: Deps) {
  const { db, moneyDb, turns, log, tickets, cashOuts, events } = deps
  const shared = shareByKey<Result>()
  const withinDelayLimits = openDelayLimits()
  const run = batchRunner<EditCommand, EditResult>({
    moneyDb,
    ids: tickets.ids,
    async run(tx, { commands, ids, conflicts }) {
      events.transaction()
      const results: EditResult[] = []
      for (const [n, command] of commands.entries())
        results.push(await editBet(deps, tx, command, { ids: ids.slice(n, n + 1), conflicts }))
      return results
    },
    used: (result) => (result.kind === 'edited' ? [result.bet.betId] : []),
    late: { kind: 'refused', refusal: refused('overloaded', { retry_after_s: 1 }) },
  })

  /** Decides an edit in its bettor's turn. */
  function decide(command: EditCommand): Promise<EditResult> {
    const { slip, delayed } = command
    const entry = { key: slip.bettor.toString(), sharedKey: undefined, isDelayed: delayed }
    return turns.runAlone(entry, async () => {
      const queued: Queued<EditCommand> = { command, untilMs: monotonicMs() + (delayed ? delayedMsMax : databaseMsMax) }
      const [result] = await run([queued])
      if (!result) throw new Error('an edit has no result')
      return result
    })
  }

  /** Decides an edit; in play again after the delay of live bets. The wait ends with it, also if it fails. */
  async function decideInTime(command: EditCommand): Promise<EditResult> {
    const first = await decide(command)
    if (first.kind !== 'live_delay') return first
    const { betId, slip } = command
    let isEnded = !first.isNew
    try {
      const result = await withinDelayLimits(slip.bettor, async () => {
        await deps.wait(Math.max(deps.liveDelayS(), first.delayS) * 1000)
        return decide({ ...command, delayed: true })
      })
      if (result.kind === 'live_delay') throw new Error('an edit was delayed twice')
      if (result.kind === 'edited' || result.kind === 'repeated') isEnded = true
      return result
    } finally {
      // If this fails, the bet takes no command until the wait is over.
      if (!isEnded)
        await endWaitingEdit(db, { betId, id: slip.id }).catch((error: unknown) =>
          log.warn({ err: error }, 'the wait of an edit could not be ended'),
        )
    }
  }

  async function editOnce(command: EditCommand): Promise<Result> {
    const result = await decideInTime(command)
    const { betId, slip } = command
    if (result.kind === 'refused') return result.refusal as Outcome<never, Failure<Edit>>
    if (result.kind === 'value_fell')
      return refused('quote_changed', { quote: cashOuts.quoteOf(result.bet, result.value) })
    if (result.kind === 'repeated') return afterCommit(() => repeatedAnswer(slip.bettor, result.id))
    if (result.kind !== 'edited') throw new Error('an edit still waits')
    const { bet, balance } = result
    cashOuts.cashedOut([{ bettor: slip.bettor, betId }])
    events.placed()
    tickets.publish([bet])
    return afterCommit(() => placedAnswer(bet, betId, balance))
  }

  async function placedAnswer(bet: NewBet, replaces: bigint, balance: Money): Promise<Result> {
    const facts = await deps.matchFacts(bet.legs.map((leg) => leg.matchId))
    return done(answerOf({ ...placedView(bet, facts), replaces: replaces.toString() }, balance))
  }

  async function repeatedAnswer(bettor: bigint, id: string): Promise<Result> {
    const bet = await tickets.placedBet(bettor, id)
    if (!bet) throw new Error(`the bet of the repeated edit ${id} does not exist`)
    const { balance } = await deps.ledger.balances(bettor)
    return done(answerOf(bet, balance))
  }

  return {
    /**
     * Edits a bet once; concurrent equal calls share one attempt. In play it leaves its bettor's turn during the delay of live bets.
     * `readAtMs` is the time at which the server had read the call, monotonic.
     */
    editBet(input: Received<Edit>, session: Session, readAtMs: number): Promise<Result> {
      const betId = betIdOf(input.bet_id)
      if (betId === undefined) return Promise.resolve(refused('not_found'))
      const slip = slipOf(input, session, stakeAt(cashOuts.readQuote(input.quote_id)))
      const work = async (): Promise<Result> => {
        const owner = await ownerOf(db, betId)
        if (owner?.bettor !== slip.bettor) return refused('not_found')
        const quote = cashOuts.readQuote(input.quote_id)
        const waitedMs = () => monotonicMs() - readAtMs
        return editOnce({ slip, betId, matchIds: owner.matchIds, quote, waitedMs, delayed: false })
      }
      return shared(`${session.signingKey} ${slip.id} ${slip.hash}`, () => answerOrRefuse(work(), log))
    },
    /** Removes waiting edits that their process left behind. */
    sweepEdits: (): Promise<void> => sweepWaitingEdits(db),
  }
}

const answerOf = (bet: Answer<Edit>['bet'], balance: Money): Answer<Edit> => ({
  status: 201,
  message: 'Bet replaced',
  bet,
  balance: formatMoney(balance),
})

function slipOf(input: Received<Edit>, session: Session, stake: Money): Slip {
  const { bettor, verified, signingKey } = session
  const { id, bet_id, quote_id, accept } = input
  const picks = input.slip.map((pick) => [pick.match_id, pick.sub_type_id, pick.odd_key, String(pick.odd_value)])
  return {
    ...{ bettor, verified, signingKey, origin: originOf(session), attribution: attributionOf(input) },
    ...{ id, hash: commandHash(['edit', bet_id, quote_id, accept, picks]), stake, accept },
    ...{ type: undefined, system: undefined, picks: input.slip.map(parsePick) },
  }
}
