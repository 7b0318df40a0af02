import { settleBet } from '@nare/bets/ticket/settle'
import { done, refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import { money, parsePrice, price, type Price } from '@nare/money/money'
import type { Catalog } from '#modules/catalog/catalog'
import type { Ledger } from '#modules/ledger/ledger'
import { refusalOf as gateRefusal, stakeGate } from '#modules/protection/protection'
import type { Tickets } from '#modules/tickets/tickets'
import type { Background } from '#platform/background'
import { transact, type Db, type Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import type { Live } from '#platform/live'
import type { BettingRules } from '../settings.ts'
import type { DelayedPlacement } from './delay.ts'
import { offerFaults, type OfferedTerms } from './referral-offer.ts'
import { slipToJudge, waitS } from './referral.ts'
import * as store from './referral-store.ts'
import { lowerReservation, releaseReservations } from './reservations.ts'
import type { Slip } from './slip.ts'

export type ReferralDeps = {
  readonly db: Db
  readonly moneyDb: Db
  readonly ledger: Ledger
  readonly catalog: Pick<Catalog, 'liveDelayOf'>
  readonly live: Live
  readonly tickets: Pick<Tickets, 'publish'>
  readonly background: Background
  readonly rules: () => BettingRules
  /** Judges an accepted slip anew and places it with its reserved stake. */
  readonly placeReferred: (slip: Slip) => Promise<DelayedPlacement>
}

type Row = store.ReferralRow
export type Answered = Outcome<Row, 'not_found' | 'not_available'>

const product = 'sports'
/** How long an accepted bet is judged again while the house is overloaded, before it is refused. */
const graceMs = 60_000
const unanswered = refused('not_available', undefined, 'No trader answered in time')
const notTaken = refused('not_available', undefined, 'The offer was not taken')
const refusedByTrader = refused('not_available', undefined, 'A trader did not accept this bet')

/**
 * The bets that wait for a trader. Every change is one transaction under the lock of the payer's accounts, so that of a trader's answer, the bettor's
 * withdrawal and the end of the wait one comes first and the others find it. Nobody gains by waiting: an accepted bet is judged anew after
 * the live delay, never above the price that was asked, and is refused if anything has happened in a match since it was sent. In play a withdrawal
 * takes effect after the same delay, so that a bettor who sees a goal before the house does cannot avoid the bet.
 */
export function openReferrals(deps: ReferralDeps) {
  const { moneyDb, ledger, live, tickets, background, rules } = deps

  function publish({ betId, bettor }: Pick<Row, 'betId' | 'bettor'>): void {
    tickets.publish([{ betId, bettor }])
    void ledger.publishBalances(live, [bettor])
  }

  /** Locks a referral and runs `work` on it; publishes it after the commit. Returns it as it is then. */
  async function change(
    betId: bigint,
    bettor: bigint,
    work: (tx: Tx, row: Row) => Promise<unknown>,
  ): Promise<Row | undefined> {
    const row = await transact(moneyDb, async (tx) => {
      await ledger.lockWallets(tx, [bettor])
      const before = await store.lockReferral(tx, betId)
      if (!before) return undefined
      await work(tx, before)
      return store.lockReferral(tx, betId)
    })
    if (row) publish(row)
    return row
  }

  async function end(tx: Tx, { betId }: Row, how: Parameters<typeof store.endReferral>[2]): Promise<void> {
    await releaseReservations({ ledger }, tx, [betId])
    await store.endReferral(tx, betId, how)
  }

  /** The live delay of a bet in seconds: the longest of its matches, and the setting at least. */
  async function delayS(tx: Tx, { slip }: Row): Promise<number> {
    const ofMatches = await deps.catalog.liveDelayOf(
      tx,
      slip.picks.map(({ match_id }) => Number(match_id)),
    )
    return Math.max(rules().liveDelayS, ofMatches)
  }

  /** Begins the delay after which a bet is judged anew. A break, an exclusion or a limit that has begun since refuses it at once. */
  async function accept(tx: Tx, row: Row, { stake, by }: { stake: bigint; by?: string }): Promise<void> {
    const request = {
      bettor: row.bettor,
      verified: row.slip.verified,
      product,
      amount: money(0n),
      before: money(stake),
    } as const
    const { refusals } = await stakeGate(tx, [request])
    const [gated] = refusals
    if (gated) return end(tx, row, { state: 'refused', outcome: gateRefusal(gated), by })
    const dueS = row.inPlay ? await delayS(tx, row) : 0
    return store.updateReferral(tx, row.betId, { state: 'accepted', dueS, by })
  }

  /** Judges an accepted bet whose delay is over. */
  async function judge({ betId, bettor }: Pick<Row, 'betId' | 'bettor'>): Promise<Row | undefined> {
    const row = await transact(moneyDb, (tx) => store.referralOf(tx, { id: betId.toString() }))
    if (row?.state !== 'accepted' || (row.dueAt !== null && row.dueAt > row.now)) return row
    const { placement } = await deps.placeReferred(slipToJudge(row))
    if (placement.kind !== 'refused') return transact(moneyDb, (tx) => store.referralOf(tx, { id: betId.toString() }))
    const { refusal } = placement
    return change(betId, bettor, async (tx, now) => {
      if (now.state !== 'accepted') return
      const mayWait = refusal.code === 'overloaded' && now.now.getTime() < now.until.getTime() + graceMs
      if (mayWait) return store.postpone(tx, betId)
      return end(tx, now, { state: 'refused', outcome: refusal })
    })
  }

  /** Judges a bet that has no delay at once; the background judges the others. A failure leaves it to the background too. */
  async function judgeIfDue(row: Row): Promise<Row> {
    if (row.state !== 'accepted' || row.dueAt === null || row.dueAt > row.now) return row
    let judged: Row | undefined
    await background.attempt(what, row.betId, async () => void (judged = await judge(row)))
    return judged ?? row
  }

  /** What happens to a bet whose time has come without anybody: its withdrawal, the default, the end of an offer, or its judgement. */
  async function workOn({ betId, bettor }: Pick<Row, 'betId' | 'bettor'>): Promise<void> {
    const row = await change(betId, bettor, async (tx, now) => {
      if (now.dueAt === null || now.dueAt > now.now || now.state === 'accepted') return
      if (now.withdrawAt !== null && now.withdrawAt <= now.now)
        return end(tx, now, { state: 'withdrawn', outcome: undefined })
      if (now.state === 'offered') return end(tx, now, { state: 'refused', outcome: notTaken })
      if (rules().referral.acceptsUnanswered) return accept(tx, now, { stake: now.stake })
      return end(tx, now, { state: 'refused', outcome: unanswered })
    })
    if (row?.state === 'accepted') await judge(row)
  }

  const found = async (betId: string, bettor?: bigint): Promise<Row | undefined> =>
    /^\d{1,18}$/.test(betId) ? transact(moneyDb, (tx) => store.referralOf(tx, { id: betId, bettor })) : undefined

  return {
    /** Takes a waiting bet back: at once before kick-off, in play after the live delay unless a trader has answered by then. A repeat changes nothing. */
    async withdraw(bettor: bigint, id: string): Promise<Answered> {
      const known = await found(id, bettor)
      if (!known) return refused('not_found')
      const row = await change(known.betId, bettor, async (tx, now) => {
        if (now.state !== 'referred' && now.state !== 'offered') return
        if (!now.inPlay) return end(tx, now, { state: 'withdrawn', outcome: undefined })
        if (now.withdrawAt !== null) return
        return store.updateReferral(tx, now.betId, { state: now.state, dueS: await delayS(tx, now), withdraws: true })
      })
      if (row?.state === 'accepted' || row?.state === 'placed')
        return refused('not_available', { state: row.state }, tooLate)
      return row ? done(row) : refused('not_found')
    },

    /**
     * Takes or declines a trader's offer. A repeat changes nothing; another answer than the first is refused. Call `judgeIfDue` after it, outside of
     * the bettor's turn, for which the placement waits.
     */
    async answerOffer(bettor: bigint, { id, take }: { id: string; take: boolean }): Promise<Answered> {
      const known = await found(id, bettor)
      if (!known) return refused('not_found')
      const row = await change(known.betId, bettor, async (tx, now) => {
        if (now.state !== 'offered' || now.withdrawAt !== null) return
        const isOver = now.dueAt !== null && now.dueAt <= now.now
        if (!take || isOver) return end(tx, now, { state: 'refused', outcome: notTaken })
        const stake = now.offerStake ?? now.stake
        if (stake < now.stake)
          await lowerReservation({ ledger }, tx, { betId: now.betId, bettor, product, from: now.stake, to: stake })
        return accept(tx, now, { stake })
      })
      if (!row) return refused('not_found')
      const isTaken = row.offerWin !== null && (row.state === 'accepted' || row.state === 'placed')
      // A taken offer may have been judged and refused since: that is the answer too.
      const isAnswered = take
        ? isTaken || (row.state === 'refused' && known.state === 'offered')
        : row.state === 'refused'
      if (!isAnswered) return refused('not_available', { state: row.state }, 'There is no offer to answer')
      return done(row)
    },

    judgeIfDue,

    /** A trader's answer. The first counts; a repeat of it changes nothing. */
    async decide(
      betId: string,
      { answer, by, ...terms }: { answer: 'accept' | 'offer' | 'refuse'; by: string } & OfferedTerms,
    ): Promise<Answered | Refusal<'invalid_input'>> {
      const known = await found(betId)
      if (!known) return refused('not_found')
      const faults = answer === 'offer' ? offerFaults(known, terms, deps.rules().limits.minStake) : undefined
      if (faults) return refused('invalid_input', { fields: faults })
      let isFirst = false
      const row = await change(known.betId, known.bettor, async (tx, now) => {
        isFirst = now.state === 'referred' && now.dueAt !== null && now.dueAt > now.now
        if (!isFirst) return
        if (answer === 'accept') return accept(tx, now, { stake: now.stake, by })
        if (answer === 'refuse') return end(tx, now, { state: 'refused', outcome: refusedByTrader, by })
        const offer = { stake: terms.stake ?? now.stake, price: terms.price ?? null, win: 0n }
        const win = winOf(now, { ...offer, boost: rules().boost })
        return store.updateReferral(tx, now.betId, { state: 'offered', dueS: waitS, by, offer: { ...offer, win } })
      })
      if (!row) return refused('not_found')
      if (!isFirst && !(row.answeredBy === by && isAnswer(row, answer, terms)))
        return refused('not_available', { state: row.state }, answeredBefore)
      return done(await judgeIfDue(row))
    },

    /** Works on the bets whose time has come. */
    workThroughDue: () =>
      background.workThroughDue({
        what,
        id: ({ betId }) => betId,
        next: ({ after, count }) => store.dueReferrals(deps.db, { after: after?.betId, count }),
        work: workOn,
        atOnce: 4,
      }),

    /** Whose bet it is. */
    ownerOf: async (betId: bigint): Promise<bigint | undefined> => (await found(betId.toString()))?.bettor,

    /** How many bets wait for a trader, and since when. */
    waiting: () => store.waitingReferrals(deps.db),
    publish,
  }
}

export type Referrals = ReturnType<typeof openReferrals>

const what = 'referred bet'
const tooLate = 'A trader has accepted this bet'
const answeredBefore = 'This bet has been answered or its wait is over'

/** Whether this is what a referral was answered before. */
function isAnswer(row: Row, answer: 'accept' | 'offer' | 'refuse', { stake, price: offered }: OfferedTerms): boolean {
  if (answer === 'refuse') return row.state === 'refused' && row.outcome?.sentence === refusedByTrader.sentence
  if (answer === 'offer')
    return row.offerWin !== null && row.offerStake === (stake ?? row.stake) && row.offerPrice === (offered ?? null)
  return row.offerWin === null && row.outcome?.sentence !== refusedByTrader.sentence
}

/** What a bet would pay at these terms, and otherwise at the asked prices. */
export function winOf(
  { slip, type }: Row,
  { stake, price: offered, boost }: { stake: bigint; price: bigint | null; boost: BettingRules['boost'] },
): bigint {
  const legs = slip.picks.map(({ asked }) => {
    return { price: offered === null ? askedPrice(asked) : price(offered), state: 'won' as const }
  })
  return settleBet({ type, stake: money(stake), system: slip.system, legs, boost }).returned
}

function askedPrice(text: string): Price {
  const asked = parsePrice(text)
  invariant(asked !== undefined, `the price ${text} cannot be parsed`)
  return asked
}
