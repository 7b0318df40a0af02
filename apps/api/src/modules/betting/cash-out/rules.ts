import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, type Money } from '@nare/money/money'
import type { BetOf } from '#modules/tickets/tickets'
import { batcher } from '#platform/batcher'
import { transact, type Db, type Tx } from '#platform/db'
import { oncePerSecond, type Log } from '#platform/log'
import { random } from '#platform/random'
import type { Changes } from './changes.ts'
import * as rows from './rules-store.ts'
import { lockBets, readBets, type CashOutBet } from './store.ts'
import { cashOutByRules, notAvailable, type CashOutResult, type CommandDeps, type RuleCashOut } from './command.ts'
import { valuesOf, whyNot } from './value.ts'

type RulesDeps = {
  readonly deps: CommandDeps
  readonly db: Db
  readonly log: Log
  readonly changes: Changes
  /** The delay of live bets now. */
  readonly delayMs: () => number
  readonly wait: (ms: number) => Promise<void>
  /** Called after the commit of cash-outs. */
  readonly onCashedOut: (bets: readonly BetOf[]) => void
}

type OwnBet = { readonly bettor: bigint; readonly betId: bigint }
export type NewRule = OwnBet & { readonly id: string; readonly amount: Money }
type Refusals = 'not_found' | 'not_available' | 'id_reused' | 'invalid_input'

const betsAtOnce = 200
/** The maximum number of bets that one transaction cashes out. */
const cashOutsAtOnce = 50
const transactionsAtOnce = 2
const delayedMax = 20_000
const matchesMax = 20_000

/**
 * Automatic cash-outs. Rules are stored in the database. A rule is checked when a match of its bet changes, and all rules are checked in
 * rotation. Changed matches are checked one at a time; a match that changes again while it waits is checked once. Any number of processes
 * may check the same rule: it pays once. A change is checked by the process that committed it, if that process checks rules, otherwise by one
 * of those that do. In play, a rule that is reached waits for the delay of live bets and is then checked again.
 */
export function openRules({ deps, db, log, changes, delayMs, wait, onCashedOut }: RulesDeps) {
  const failed = oncePerSecond((facts) => log.warn(facts, 'could not check automatic cash-outs'))
  /** The matches with rules, as of the last `checkNext`; undefined in a process that does not run it. */
  let watched: ReadonlySet<number> | undefined
  /** The matches of rules that were set since then. */
  const newlyWatched = new Set<number>()
  const waiting = new Set<number>()
  /** The matches in `waiting` that all processes were asked to check. */
  const shared = new Set<number>()
  /** Bets whose new rules were not checked yet. */
  const unchecked = new Set<bigint>()
  const delayed = new Map<bigint, Promise<void>>()
  let checking: Promise<void> | undefined
  let cursor = 0n
  let closed = false

  /**
   * Cashes out bets under their rules, several in one transaction, because all bets on an outcome change the same row of its exposure. If a
   * transaction fails, it is repeated in halves, so a bet that cannot be paid does not stop the others.
   */
  const cashOutInBatch = batcher<RuleCashOut, CashOutResult | undefined>({
    slots: transactionsAtOnce,
    itemsMax: cashOutsAtOnce,
    // Never reached: the callers bound the number of waiting bets.
    queueMax: 2 * delayedMax,
    async run(commands) {
      const results = await transact(db, (tx) => cashOutByRules(deps, tx, commands))
      onCashedOut(results.flatMap((result) => (result?.kind === 'cashed_out' ? [result.bet] : [])))
      return results
    },
  })

  async function checkMatch(matchId: number): Promise<void> {
    for (let after = 0n; !closed;) {
      const betIds = await rows.watchedOn(db, { matchId, after, max: betsAtOnce })
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
    const reached = open.filter((bet, at) => {
      const value = values[at]
      return value?.kind === 'value' && bet.rule !== undefined && value.amount >= bet.rule.amount
    })
    if (!closed) await Promise.all(reached.map((bet) => cashOut(bet).catch(report)))
  }

  /** A failure is logged and does not stop the check of other bets. */
  const report = (error: unknown): void => failed({ err: error })

  /** Cashes a bet out, or starts the delay of live bets. Does nothing while the bet's delay runs. */
  async function cashOut({ betId, bettor, legs, rule }: CashOutBet): Promise<void> {
    if (delayed.has(betId) || !rule) return
    const matchIds = legs.map(({ matchId }) => matchId)
    const command = { betId, bettor, matchIds, rule }
    const result = await cashOutInBatch({ ...command, nonce: random.uuid(), delayed: false })
    if (result?.kind !== 'live_delay' || closed || delayed.has(betId) || delayed.size >= delayedMax) return
    const afterDelay = wait(Math.max(delayMs(), result.matchDelayS * 1000))
      .then(() => (closed ? undefined : cashOutInBatch({ ...command, nonce: random.uuid(), delayed: true })))
      .catch(report)
      .then(() => void delayed.delete(betId))
    delayed.set(betId, afterDelay)
  }

  async function checkNewRules(): Promise<void> {
    while (unchecked.size > 0 && !closed) {
      const betIds = [...unchecked].slice(0, betsAtOnce)
      for (const betId of betIds) unchecked.delete(betId)
      await checkBets(betIds)
    }
  }

  async function checkWaiting(): Promise<void> {
    await checkNewRules()
    for (const matchId of waiting) {
      if (closed) return
      waiting.delete(matchId)
      await (shared.delete(matchId) ? checkUnlessClaimed(matchId) : checkMatch(matchId))
      await checkNewRules()
    }
  }

  /** A process that has claimed the match has received the same change, so it checks the match again if it is checking it now. */
  async function checkUnlessClaimed(matchId: number): Promise<void> {
    const key = String(matchId)
    if (!(await changes.claim(key))) return
    await checkMatch(matchId).finally(() => changes.release(key))
  }

  function start(): void {
    if (waiting.size + unchecked.size === 0 || closed) return
    checking ??= checkWaiting()
      .catch(report)
      .finally(() => {
        checking = undefined
        start()
      })
  }

  function matchesChanged(matchIds: Iterable<number>, { isShared = false } = {}): void {
    for (const matchId of matchIds) {
      if (waiting.size >= matchesMax) break
      if (!watched?.has(matchId) && !newlyWatched.has(matchId)) continue
      if (isShared && !waiting.has(matchId)) shared.add(matchId)
      if (!isShared) shared.delete(matchId)
      waiting.add(matchId)
    }
    start()
  }

  function watchNew(matchIds: readonly number[]): void {
    for (const matchId of matchIds) if (newlyWatched.size < matchesMax) newlyWatched.add(matchId)
  }

  changes.listen(({ matches = [], watched: added = [], isChecked }, from) => {
    if (from === 'here') return matchesChanged(matches)
    if (!watched) return
    watchNew(added)
    if (!isChecked) matchesChanged(matches, { isShared: true })
  })

  async function setIn(tx: Tx, { bettor, betId, id, amount }: NewRule): Promise<Outcome<CashOutBet, Refusals>> {
    const [, bets, used] = await Promise.all([
      lockBets(tx, [betId]),
      readBets(tx, [betId]),
      rows.isCashOutId(tx, { bettor, id }),
    ])
    const bet = bets.get(betId)
    if (bet?.bettor !== bettor) return refused('not_found')
    if (bet.rule?.id === id) return bet.rule.amount === amount ? done(bet) : refused('id_reused')
    if (used) return refused('id_reused')
    const reason = whyNot(bet)
    if (reason && reason !== 'settling') return notAvailable(reason)
    const amountMax = bet.left.possibleWin
    if (amount <= 0n || amount > amountMax)
      return refused('invalid_input', {
        fields: { amount: `Enter an amount up to ${formatMoney(amountMax)}, the possible payout` },
      })
    await rows.upsertRule(tx, { bet, id, amount })
    return done(bet)
  }

  return {
    /** Whether this process checks rules when matches change. */
    isRunning: (): boolean => watched !== undefined,

    /** Sets a rule once. Repeating the command changes nothing, even after its rule has ended. */
    async set(rule: NewRule): Promise<Outcome<CashOutBet, Refusals>> {
      const set = await transact(db, (tx) => setIn(tx, rule))
      if (set.ok) {
        const matchIds = set.value.legs.map(({ matchId }) => matchId)
        watchNew(matchIds)
        changes.announce({ watched: matchIds })
        if (unchecked.size < matchesMax) unchecked.add(rule.betId)
        start()
      }
      return set
    },

    /** Ends the rule of a bet of this bettor. False for another bettor's bet. */
    clear: ({ bettor, betId }: OwnBet): Promise<boolean> =>
      transact(db, async (tx) => {
        const [, bets] = await Promise.all([lockBets(tx, [betId]), readBets(tx, [betId])])
        if (bets.get(betId)?.bettor !== bettor) return false
        await rows.endRules(tx, [betId])
        return true
      }),

    /** Checks the next rules by bet id, and starts over after the last one. Returns their number. */
    async checkNext(): Promise<number> {
      // Rules that are set during the read are not in its result.
      const known = [...newlyWatched]
      watched = new Set(await rows.watchedMatches(db, matchesMax))
      for (const matchId of known) newlyWatched.delete(matchId)
      const betIds = await rows.watchedAfter(db, { after: cursor, max: betsAtOnce })
      cursor = betIds.length < betsAtOnce ? 0n : (betIds.at(-1) ?? 0n)
      await checkBets(betIds)
      return betIds.length
    },

    /** Resolves when no check and no delay is running. */
    async idle(): Promise<void> {
      while (checking || delayed.size > 0) await Promise.all([checking, ...delayed.values()])
    },

    /** Starts nothing more and waits for the running check. Running delays are abandoned; their rules remain. */
    async close(): Promise<void> {
      closed = true
      waiting.clear()
      unchecked.clear()
      await checking
    },
  }
}
