import type { CashOutNow, CashOutQuote, cashOut as contract } from '@nare/contract/cash-out'
import { cashOutReasons } from '@nare/contract/cash-out'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { formatMoney } from '@nare/money/money'
import type { Country } from '#country/country'
import { monotonicMs } from '#platform/clock'
import type { Bus } from '#platform/bus'
import { transact, type Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import { afterCommit, answerOrRefuse } from '#platform/money-command'
import { random } from '#platform/random'
import type { Session } from '#platform/session'
import type { Turns } from '#platform/turns'
import type { BetOf } from '../bet-topic.ts'
import { openDelays } from '../delays.ts'
import type { BettingEvents } from '../events.ts'
import type { History } from '../history.ts'
import { openQuoteIds } from './quote-id.ts'
import { openRules } from './rules.ts'
import * as store from './store.ts'
import { hashOfTake, notAvailable, takeQuote, type Take, type Taken, type TakeDeps } from './take.ts'
import { openValueTopic } from './topic.ts'
import { valuesOf, type Value } from './value.ts'

type Contract = typeof contract

export type CashOutDeps = TakeDeps & {
  readonly db: Db
  /** The database over the pool that only money commands use. */
  readonly money: Db
  readonly turns: Turns
  readonly live: Live
  readonly bus: Bus
  readonly log: Log
  readonly country: Pick<Country, 'cashOut' | 'liveDelayS'>
  readonly events: Pick<BettingEvents, 'cashedOut'>
  readonly history: Pick<History, 'bet'>
  /** Waits for the delay of live bets, in real time. */
  readonly wait: (ms: number) => Promise<void>
  /** Called after the commit of a cash-out. */
  readonly onTaken: (bet: BetOf) => void
}

export type CashOut = Awaited<ReturnType<typeof openCashOut>>

const quoteLivesMs = 5000

/** Cashing bets out: quotes, takes, rules and the topic `bet:<bet_id>`. */
export async function openCashOut(deps: CashOutDeps) {
  const { db, live, bus, log, country, wait } = deps
  const quoteIds = openQuoteIds(await store.quoteKey(db))
  const delayed = openDelays()
  const inFlight = new Map<string, Promise<Outcome<Answer<Contract['take']>, Failure<Contract['take']>>>>()
  const topic = openValueTopic({ deps, db, live, bus, log })
  const rules = openRules({ deps, db, log, delayMs: country.liveDelayS * 1000, wait, onTaken })

  function onTaken(bet: BetOf): void {
    deps.events.cashedOut()
    deps.onTaken(bet)
    topic.changed([bet.betId])
  }

  /** An own bet with its value now; undefined for another's. */
  async function ownValue(bettor: bigint, id: string): Promise<{ bet: store.CashOutBet; value: Value } | undefined> {
    const bet = betIdOf(id) === undefined ? undefined : (await store.readBets(db, [BigInt(id)])).get(BigInt(id))
    if (bet?.bettor !== bettor) return undefined
    const [value = { kind: 'none', reason: 'no_price' } as const] = await valuesOf(deps, db, [bet])
    return { bet, value }
  }

  function quoteOf(
    bet: store.CashOutBet,
    { amount, fair, live: inPlay }: Extract<Value, { kind: 'value' }>,
  ): CashOutQuote {
    const { betId, n, left, at } = bet
    const expiresMs = at.getTime() + quoteLivesMs
    return {
      quote_id: quoteIds.write({ betId, n, amount, expiresMs, nonce: random.uuid() }),
      amount: formatMoney(amount),
      expires_at: new Date(expiresMs).toISOString(),
      fair: formatMoney(fair),
      left: { stake: formatMoney(left.stake), possible_win: formatMoney(left.possibleWin) },
      slip_has_live_interval: inPlay ? country.liveDelayS : 0,
    }
  }

  async function takeOnce(
    take: Omit<Take, 'delayed'>,
  ): Promise<Outcome<Answer<Contract['take']>, Failure<Contract['take']>>> {
    const inTurn = (isDelayed: boolean): Promise<Taken> =>
      deps.turns.runAlone({ key: take.bettor.toString(), sharedKey: undefined, isDelayed }, () =>
        transact(deps.money, (tx) => takeQuote(deps, tx, { ...take, delayed: isDelayed })),
      )
    let taken = await inTurn(false)
    if (taken.kind === 'live_delay') {
      await delayed(take.bettor, () => wait(country.liveDelayS * 1000))
      taken = await inTurn(true)
    }
    if (taken.kind === 'live_delay') throw new Error('a cash-out was delayed twice')
    if (taken.kind === 'refused') return taken.refusal as Outcome<never, Failure<Contract['take']>>
    if (taken.kind === 'fell') return refused('quote_changed', { quote: quoteOf(taken.bet, taken.value) })
    if (taken.kind === 'taken') onTaken({ betId: take.betId, bettor: take.bettor })
    const { amount } = taken
    return afterCommit(async () => {
      const [bet, { balance }] = await Promise.all([
        deps.history.bet(take.bettor, take.betId.toString()),
        deps.ledger.balances(take.bettor),
      ])
      if (!bet.ok) throw new Error(`bet ${take.betId} does not exist`)
      const paid = formatMoney(amount)
      return done({ message: 'Bet cashed out', amount: paid, bet: bet.value.data, balance: formatMoney(balance) })
    })
  }

  return {
    /** Quotes all that is left of an own bet. */
    async quote(bettor: bigint, id: string): Promise<Outcome<CashOutQuote, Failure<Contract['quote']>>> {
      const own = await ownValue(bettor, id)
      if (!own) return refused('not_found')
      return own.value.kind === 'value' ? done(quoteOf(own.bet, own.value)) : notAvailable(own.value.reason)
    },

    /**
     * Takes a quote once; concurrent equal calls share one attempt. In play a take gives up its bettor's turn during the delay of live
     * bets, and is then judged anew. `readAtMs` is when the server had read the call, monotonic.
     */
    take(
      input: Received<Contract['take']>,
      { bettor, signingKey }: Pick<Session, 'bettor' | 'signingKey'>,
      readAtMs: number,
    ): Promise<Outcome<Answer<Contract['take']>, Failure<Contract['take']>>> {
      const { bet_id, id, quote_id, part: hundredths = 100 } = input
      const betId = betIdOf(bet_id)
      if (betId === undefined) return Promise.resolve(refused('not_found'))
      const hash = hashOfTake(betId, quote_id, hundredths)
      const same = `${signingKey} ${id} ${hash}`
      const running = inFlight.get(same)
      if (running) return running
      const waitedMs = () => monotonicMs() - readAtMs
      const work = async () => {
        const owner = await store.ownerOf(db, betId)
        if (owner?.bettor !== bettor) return refused('not_found')
        const quote = quoteIds.read(quote_id)
        return takeOnce({ bettor, betId, matchIds: owner.matchIds, id, hash, quote, hundredths, waitedMs })
      }
      const outcome = answerOrRefuse(work(), log).finally(() => void inFlight.delete(same))
      inFlight.set(same, outcome)
      return outcome
    },

    /** What an own bet would pay now, with its rule; undefined for another's. */
    async now(bettor: bigint, id: string): Promise<CashOutNow | undefined> {
      const own = await ownValue(bettor, id)
      return own && viewOf(own.bet, own.value)
    },

    /** Sets the rule of an own bet and checks it at once, in the background. */
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

    /** Ends the rule of an own bet, if it has one. */
    async clearRule(bettor: bigint, id: string): Promise<Outcome<CashOutNow, 'not_found'>> {
      const betId = betIdOf(id)
      const cleared = betId !== undefined && (await rules.clear({ bettor, betId }))
      const own = cleared ? await ownValue(bettor, id) : undefined
      return own ? done(viewOf(own.bet, own.value)) : refused('not_found')
    },

    /** Checks the rules and publishes the values of bets on matches that have changed, in the background and bounded. */
    matchesChanged(matchIds: readonly number[]): void {
      rules.matchesChanged(matchIds)
      topic.matchesChanged(matchIds)
    },
    /** Checks the next rules of all, in turn: also those whose matches changed while no process ran. Returns how many. */
    checkRules: rules.checkNext,
    /** Resolves when no check and no publication is running. */
    idle: async (): Promise<void> => void (await Promise.all([rules.idle(), topic.idle()])),
    close: async (): Promise<void> => void (await Promise.all([rules.close(), topic.close()])),
  }
}

const betIdOf = (text: string): bigint | undefined => (/^\d{1,18}$/.test(text) ? BigInt(text) : undefined)

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
