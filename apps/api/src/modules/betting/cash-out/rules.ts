import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, type Money } from '@nare/money/money'
import { transact, type Db, type Tx } from '#platform/db'
import { oncePerSecond, type Log } from '#platform/log'
import { random } from '#platform/random'
import type { BetOf } from '../bet-topic.ts'
import * as rows from './rules-store.ts'
import { lockBet, readBets, type CashOutBet } from './store.ts'
import { notAvailable, takeByRule, type RuledTake, type TakeDeps } from './take.ts'
import { valuesOf, whyNot } from './value.ts'

type RulesDeps = {
  readonly deps: TakeDeps
  readonly db: Db
  readonly log: Log
  /** The delay of live bets. */
  readonly delayMs: number
  readonly wait: (ms: number) => Promise<void>
  /** Called after the commit of a cash-out. */
  readonly onTaken: (bet: BetOf) => void
}

type OwnBet = { readonly bettor: bigint; readonly betId: bigint }
export type NewRule = OwnBet & { readonly id: string; readonly amount: Money }
type Refusals = 'not_found' | 'not_available' | 'id_reused' | 'invalid_input'

const betsAtOnce = 200
const takesAtOnce = 8
const delayedMax = 2000
const matchesMax = 20_000

/**
 * The automatic cash-outs: rules in the database, checked when a match of their bet changes and, one after the other, all the time.
 * Changed matches are checked one at a time, and a match that changes again while it waits is checked once. Any number of processes may
 * check the same rule: it pays once. In play a rule that is met waits the delay of live bets and is then judged anew.
 */
export function openRules({ deps, db, log, delayMs, wait, onTaken }: RulesDeps) {
  const failed = oncePerSecond((facts) => log.warn(facts, 'automatic cash-outs could not be checked'))
  /** The matches with rules as this process knows them. */
  let watched: ReadonlySet<number> = new Set()
  const own = new Set<number>()
  const waiting = new Set<number>()
  /** Bets whose rules were set just now. */
  const fresh = new Set<bigint>()
  const delayed = new Map<bigint, Promise<void>>()
  let checking: Promise<void> | undefined
  let cursor = 0n
  let closed = false

  async function checkMatch(matchId: number): Promise<void> {
    for (let after = 0n; !closed;) {
      const betIds = await rows.watchedOn(db, { matchId, after, most: betsAtOnce })
      await checkBets(betIds)
      const last = betIds.at(-1)
      if (last === undefined || betIds.length < betsAtOnce) return
      after = last
    }
  }

  async function checkBets(betIds: readonly bigint[]): Promise<void> {
    const bets = [...(await readBets(db, betIds)).values()]
    await rows.endStale(
      db,
      bets.filter(({ state, rule }) => state !== 'open' || !rule?.active).map(({ betId }) => betId),
    )
    const open = bets.filter(({ state, rule }) => state === 'open' && rule?.active)
    const values = await valuesOf(deps, db, open)
    const met = open.filter((bet, at) => {
      const value = values[at]
      return value?.kind === 'value' && bet.rule !== undefined && value.amount >= bet.rule.amount
    })
    for (let at = 0; at < met.length && !closed; at += takesAtOnce)
      await Promise.all(met.slice(at, at + takesAtOnce).map((bet) => take(bet).catch(reported)))
  }

  /** A bet that cannot be paid now does not hold up the others. */
  const reported = (error: unknown): void => failed({ err: error })

  /** Takes, or begins the delay of live bets; a bet whose delay runs is left to it. */
  async function take(bet: CashOutBet): Promise<void> {
    if (delayed.has(bet.betId) || !bet.rule) return
    const { rule } = bet
    const first = await takeNow(bet, { rule, delayed: false })
    if (first !== 'live_delay' || closed || delayed.size >= delayedMax) return
    const later = wait(delayMs)
      .then(() => (closed ? undefined : takeNow(bet, { rule, delayed: true })))
      .catch(reported)
      .then(() => void delayed.delete(bet.betId))
    delayed.set(bet.betId, later)
  }

  async function takeNow(
    { betId, bettor, legs }: CashOutBet,
    by: Pick<RuledTake, 'rule' | 'delayed'>,
  ): Promise<string | undefined> {
    const matchIds = legs.map(({ matchId }) => matchId)
    const taking = { betId, bettor, matchIds, nonce: random.uuid(), ...by }
    const taken = await transact(db, (tx) => takeByRule(deps, tx, taking))
    if (taken?.kind === 'taken') onTaken({ betId, bettor })
    return taken?.kind
  }

  async function checkFresh(): Promise<void> {
    while (fresh.size > 0 && !closed) {
      const betIds = [...fresh].slice(0, betsAtOnce)
      for (const betId of betIds) fresh.delete(betId)
      await checkBets(betIds)
    }
  }

  async function checkWaiting(): Promise<void> {
    await checkFresh()
    for (const matchId of waiting) {
      if (closed) return
      waiting.delete(matchId)
      await checkMatch(matchId)
      await checkFresh()
    }
  }

  function start(): void {
    if (waiting.size + fresh.size === 0 || closed) return
    checking ??= checkWaiting()
      .catch(reported)
      .finally(() => {
        checking = undefined
        start()
      })
  }

  function matchesChanged(matchIds: readonly number[]): void {
    for (const matchId of matchIds) {
      if (waiting.size >= matchesMax) break
      if (watched.has(matchId) || own.has(matchId)) waiting.add(matchId)
    }
    start()
  }

  async function setIn(tx: Tx, { bettor, betId, id, amount }: NewRule): Promise<Outcome<CashOutBet, Refusals>> {
    const [, bets, used] = await Promise.all([
      lockBet(tx, betId),
      readBets(tx, [betId]),
      rows.isCashOutId(tx, { bettor, id }),
    ])
    const bet = bets.get(betId)
    if (bet?.bettor !== bettor) return refused('not_found')
    if (bet.rule?.id === id) return bet.rule.amount === amount ? done(bet) : refused('id_reused')
    if (used) return refused('id_reused')
    const never = whyNot(bet)
    if (never && never !== 'settling') return notAvailable(never)
    const most = bet.left.possibleWin
    if (amount <= 0n || amount > most)
      return refused('invalid_input', {
        fields: { amount: `Enter an amount up to ${formatMoney(most)}, the possible payout` },
      })
    await rows.upsertRule(tx, { bet, id, amount })
    return done(bet)
  }

  return {
    matchesChanged,

    /** Sets a rule once; the same command again changes nothing, also after its rule has ended. */
    async set(rule: NewRule): Promise<Outcome<CashOutBet, Refusals>> {
      const set = await transact(db, (tx) => setIn(tx, rule))
      if (set.ok) {
        const matchIds = set.value.legs.map(({ matchId }) => matchId)
        if (own.size < matchesMax) for (const matchId of matchIds) own.add(matchId)
        if (fresh.size < matchesMax) fresh.add(rule.betId)
        start()
      }
      return set
    },

    /** Ends the rule of an own bet. False for another's. */
    clear: ({ bettor, betId }: OwnBet): Promise<boolean> =>
      transact(db, async (tx) => {
        const [, bets] = await Promise.all([lockBet(tx, betId), readBets(tx, [betId])])
        if (bets.get(betId)?.bettor !== bettor) return false
        await rows.endRules(tx, [betId])
        return true
      }),

    /** Checks the next rules by the ids of their bets, from the first again after the last. Returns how many. */
    async checkNext(): Promise<number> {
      watched = new Set(await rows.watchedMatches(db, matchesMax))
      own.clear()
      const betIds = await rows.watchedAfter(db, { after: cursor, most: betsAtOnce })
      cursor = betIds.length < betsAtOnce ? 0n : (betIds.at(-1) ?? 0n)
      await checkBets(betIds)
      return betIds.length
    },

    /** Resolves when no check and no delay runs. */
    async idle(): Promise<void> {
      while (checking || delayed.size > 0) await Promise.all([checking, ...delayed.values()])
    },

    /** Begins nothing more, and waits for what runs. A delay that runs is given up: its rule remains. */
    async close(): Promise<void> {
      closed = true
      waiting.clear()
      fresh.clear()
      await checking
    },
  }
}
