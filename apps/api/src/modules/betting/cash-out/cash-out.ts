import type { CashOutNow, CashOutQuote, cashOut as contract } from '@nare/contract/cash-out'
import { cashOutReasons } from '@nare/contract/cash-out'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { formatMoney } from '@nare/money/money'
import type { Country } from '#country/country'
import type { BetOf, TicketEvents, Tickets } from '#modules/tickets/tickets'
import { monotonicMs } from '#platform/clock'
import type { Bus } from '#platform/bus'
import { shareByKey } from '#platform/concurrency'
import { transact, type Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import { afterCommit, answerOrRefuse } from '#platform/money-command'
import { random } from '#platform/random'
import type { Session } from '#platform/session'
import type { Turns } from '#platform/turns'
import { openDelayLimits } from '../placing/delays.ts'
import { openChanges } from './changes.ts'
import { openQuoteIds } from './quote-id.ts'
import { openRules } from './rules.ts'
import * as store from './store.ts'
import {
  hashOfCommand,
  notAvailable,
  acceptAndRecord,
  type CashOutCommand,
  type CashOutResult,
  type CommandDeps,
} from './command.ts'
import { openValueTopic } from './topic.ts'
import { valuesOf, type Value, type ValueDeps } from './value.ts'

export { refusalsOf } from './refusals-store.ts'
export { cashOutsOf, ownerOf, releaseExposure, ruleOf } from './store.ts'

type Contract = typeof contract

export type CashOutDeps = CommandDeps & {
  readonly db: Db
  /** The database over the pool that only money commands use. */
  readonly moneyDb: Db
  readonly turns: Turns
  readonly live: Live
  readonly bus: Bus
  readonly log: Log
  readonly country: Pick<Country, 'cashOut'>
  /** The delay of live bets in seconds, now. */
  readonly liveDelayS: () => number
  readonly events: Pick<TicketEvents, 'cashedOut'>
  readonly tickets: Pick<Tickets, 'bet'>
  /** Waits for the delay of live bets, in real time. */
  readonly wait: (ms: number) => Promise<void>
  /** Called after the commit of cash-outs. */
  readonly onCashedOut: (bets: readonly BetOf[]) => void
}

export type CashOut = Awaited<ReturnType<typeof openCashOut>>

/** Opens cash-outs: quotes, their acceptance, rules and the topic `bet:<bet_id>`. */
export async function openCashOut(deps: CashOutDeps) {
  const { db, live, bus, log, country, liveDelayS, wait } = deps
  const quoteIds = openQuoteIds(await store.quoteKey(db))
  const withinDelayLimits = openDelayLimits()
  const shared = shareByKey<Outcome<Answer<Contract['take']>, Failure<Contract['take']>>>()
  const changes = openChanges(bus)
  const topic = openValueTopic({ deps, db, live, log })
  changes.listen(({ bets = [], matches = [] }) => {
    topic.changed(bets)
    topic.matchesChanged(matches)
  })
  const rules = openRules({ deps, db, log, changes, delayMs: () => liveDelayS() * 1000, wait, onCashedOut })

  function onCashedOut(bets: readonly BetOf[]): void {
    if (bets.length === 0) return
    for (const _bet of bets) deps.events.cashedOut()
    deps.onCashedOut(bets)
    changes.announce({ bets: bets.map(({ betId }) => betId) })
  }

  /** A bet of this bettor with its current value; undefined for another bettor's bet. */
  async function ownValue(bettor: bigint, id: string): Promise<{ bet: store.CashOutBet; value: Value } | undefined> {
    const betId = betIdOf(id)
    const valued = betId === undefined ? undefined : await valuedBet(deps, db, betId)
    return valued?.bet.bettor === bettor ? valued : undefined
  }

  function quoteOf(
    bet: store.CashOutBet,
    { amount, fair, live: inPlay }: Extract<Value, { kind: 'value' }>,
  ): CashOutQuote {
    const { betId, n, left, at } = bet
    const expiresMs = at.getTime() + country.cashOut.quoteValidMs
    return {
      quote_id: quoteIds.write({ betId, n, amount, expiresMs, nonce: random.uuid() }),
      amount: formatMoney(amount),
      expires_at: new Date(expiresMs).toISOString(),
      fair: formatMoney(fair),
      left: { stake: formatMoney(left.stake), possible_win: formatMoney(left.possibleWin) },
      slip_has_live_interval: inPlay ? liveDelayS() : 0,
    }
  }

  async function acceptOnce(
    command: Omit<CashOutCommand, 'delayed'>,
  ): Promise<Outcome<Answer<Contract['take']>, Failure<Contract['take']>>> {
    const inTurn = (afterDelay: boolean): Promise<CashOutResult> =>
      deps.turns.runAlone({ key: command.bettor.toString(), sharedKey: undefined, isDelayed: afterDelay }, () =>
        transact(deps.moneyDb, (tx) => acceptAndRecord(deps, tx, { ...command, delayed: afterDelay })),
      )
    let result = await inTurn(false)
    if (result.kind === 'live_delay') {
      const delayS = Math.max(liveDelayS(), result.matchDelayS)
      await withinDelayLimits(command.bettor, () => wait(delayS * 1000))
      result = await inTurn(true)
    }
    if (result.kind === 'live_delay') throw new Error('a cash-out was delayed twice')
    if (result.kind === 'refused') return result.refusal as Outcome<never, Failure<Contract['take']>>
    if (result.kind === 'value_fell') return refused('quote_changed', { quote: quoteOf(result.bet, result.value) })
    if (result.kind === 'cashed_out') onCashedOut([command])
    const { amount } = result
    return afterCommit(async () => {
      const [bet, { balance }] = await Promise.all([
        deps.tickets.bet(command.bettor, command.betId.toString()),
        deps.ledger.balances(command.bettor),
      ])
      if (!bet.ok) throw new Error(`bet ${command.betId} does not exist after its cash-out`)
      const paid = formatMoney(amount)
      return done({ message: 'Bet cashed out', amount: paid, bet: bet.value.data, balance: formatMoney(balance) })
    })
  }

  return {
    /** For edits of bets: the quote that the server signed, undefined for other text. */
    readQuote: quoteIds.read,
    /** For edits of bets: a quote of a bet at its current value. */
    quoteOf,
    /** Publishes bets whose cash-out was committed elsewhere, and counts them. */
    cashedOut: onCashedOut,
    /** Quotes all that is left of a bet of this bettor. */
    async quote(bettor: bigint, id: string): Promise<Outcome<CashOutQuote, Failure<Contract['quote']>>> {
      const own = await ownValue(bettor, id)
      if (!own) return refused('not_found')
      return own.value.kind === 'value' ? done(quoteOf(own.bet, own.value)) : notAvailable(own.value.reason)
    },

    /**
     * Cashes out at a quote once; concurrent equal calls share one attempt. In play a cash-out leaves its bettor's turn during the delay of
     * live bets and is then decided again. `readAtMs` is the time at which the server had read the call, monotonic.
     */
    acceptQuote(
      input: Received<Contract['take']>,
      { bettor, signingKey }: Pick<Session, 'bettor' | 'signingKey'>,
      readAtMs: number,
    ): Promise<Outcome<Answer<Contract['take']>, Failure<Contract['take']>>> {
      const { bet_id, id, quote_id, part: hundredths = 100 } = input
      const betId = betIdOf(bet_id)
      if (betId === undefined) return Promise.resolve(refused('not_found'))
      const hash = hashOfCommand(betId, quote_id, hundredths)
      const waitedMs = () => monotonicMs() - readAtMs
      const work = async () => {
        const owner = await store.ownerOf(db, betId)
        if (owner?.bettor !== bettor) return refused('not_found')
        const quote = quoteIds.read(quote_id)
        return acceptOnce({ bettor, betId, matchIds: owner.matchIds, id, hash, quote, hundredths, waitedMs })
      }
      return shared(`${signingKey} ${id} ${hash}`, () => answerOrRefuse(work(), log))
    },

    /** The current cash-out value and the rule of a bet of this bettor; undefined for another bettor's bet. */
    async now(bettor: bigint, id: string): Promise<CashOutNow | undefined> {
      const own = await ownValue(bettor, id)
      return own && viewOf(own.bet, own.value)
    },

    /** Sets the rule of a bet of this bettor and starts to check it in the background. */
    async setRule(
      bettor: bigint,
      { bet_id, id, amount }: Received<Contract['setRule']>,
    ): Promise<Outcome<CashOutNow, Failure<Contract['setRule']>>> {
      const betId = betIdOf(bet_id)
      const set = betId === undefined ? refused('not_found') : await rules.set({ bettor, betId, id, amount })
      if (!set.ok) return set
      const own = await ownValue(bettor, bet_id)
      return own ? done(viewOf(own.bet, own.value)) : refused('not_found')
    },

    /** Ends the rule of a bet of this bettor, if it has one. */
    async clearRule(bettor: bigint, id: string): Promise<Outcome<CashOutNow, 'not_found'>> {
      const betId = betIdOf(id)
      const cleared = betId !== undefined && (await rules.clear({ bettor, betId }))
      const own = cleared ? await ownValue(bettor, id) : undefined
      return own ? done(viewOf(own.bet, own.value)) : refused('not_found')
    },

    /** Checks the rules and publishes the values of bets on matches that have changed, in all processes, in the background and bounded. */
    matchesChanged: (matches: readonly number[]): void => changes.announce({ matches, isChecked: rules.isRunning() }),
    /** Calls `changed` with the matches that changed in any process, after their commits. It must not throw or block. */
    onMatchesChanged: (changed: (matches: readonly number[]) => void): void =>
      changes.listen(({ matches = [] }) => matches.length > 0 && changed(matches)),
    /** Checks the next rules by bet id, also those whose matches changed while no process ran. Returns their number. */
    checkRules: rules.checkNext,
    /** Resolves when no check and no publication is running. */
    idle: async (): Promise<void> => void (await Promise.all([rules.idle(), topic.idle()])),
    close: async (): Promise<void> => void (await Promise.all([rules.close(), topic.close()])),
  }
}

/** What cashing out a bet of any bettor would pay now, or why it cannot be cashed out; undefined for a bet that does not exist. */
export async function cashOutNow(deps: ValueDeps, db: Db, betId: bigint): Promise<CashOutNow | undefined> {
  const valued = await valuedBet(deps, db, betId)
  return valued && viewOf(valued.bet, valued.value)
}

async function valuedBet(deps: ValueDeps, db: Db, betId: bigint) {
  const bet = (await store.readBets(db, [betId])).get(betId)
  if (!bet) return undefined
  const [value = { kind: 'none', reason: 'no_price' } as const] = await valuesOf(deps, db, [bet])
  return { bet, value }
}

export const betIdOf = (text: string): bigint | undefined => (/^\d{1,18}$/.test(text) ? BigInt(text) : undefined)

function viewOf({ betId, at, left, rule, state }: store.CashOutBet, value: Value): CashOutNow {
  return {
    bet_id: betId.toString(),
    at: at.toISOString(),
    ...(value.kind === 'value'
      ? { amount: formatMoney(value.amount) }
      : { reason: value.reason, message: cashOutReasons[value.reason] }),
    ...(state === 'open' && { left: { stake: formatMoney(left.stake), possible_win: formatMoney(left.possibleWin) } }),
    ...(rule?.active && state === 'open' && { rule: formatMoney(rule.amount) }),
  }
}
