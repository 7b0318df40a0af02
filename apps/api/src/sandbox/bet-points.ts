import type { Betting } from '#modules/betting/betting'
import type { Ledger } from '#modules/ledger/ledger'
import type { TicketEvents } from '#modules/tickets/tickets'

/**
 * The points in a bet's life at which a test can kill the platform: after the money moved but before the commit ("not"), or right after the
 * commit.
 */
export const betFaultPoints = [
  'bet not stored',
  'bet stored',
  'result not stored',
  'result stored',
  'bets not settled',
  'bets settled',
] as const
/** The points of a cash-out. */
export const cashOutFaultPoints = ['cash-out not stored', 'cash-out stored'] as const
export type BetFaultPoint = (typeof betFaultPoints)[number] | (typeof cashOutFaultPoints)[number]

type Settlement = Pick<Betting, 'onResult' | 'settle' | 'wake'>

/** Wraps the dependencies of betting, so that each step of a bet calls `reach`, which may kill the platform. */
export const atBetFaultPoints = (reach: (point: BetFaultPoint) => void) => ({
  ledger: (ledger: Ledger): Ledger => ({
    ...ledger,
    async postStakes(tx, stakes) {
      await ledger.postStakes(tx, stakes)
      if (stakes.length > 0) reach('bet not stored')
    },
    async credit(tx, due, payees) {
      await ledger.credit(tx, due, payees)
      if (due.some(({ kind }) => kind === 'cash_out')) reach('cash-out not stored')
    },
    async correct(tx, correction) {
      await ledger.correct(tx, correction)
      if (correction.due.length > 0) reach('bets not settled')
    },
  }),
  events: (events: TicketEvents): TicketEvents => ({
    ...events,
    placed() {
      reach('bet stored')
      events.placed()
    },
    cashedOut() {
      reach('cash-out stored')
      events.cashedOut()
    },
    settled(bets) {
      reach('bets settled')
      events.settled(bets)
    },
  }),
  settlement: ({ onResult, settle, wake }: Settlement): Settlement => ({
    async onResult(tx, changed) {
      await onResult(tx, changed)
      reach('result not stored')
    },
    async settle(matchId) {
      reach('result stored')
      return settle(matchId)
    },
    async wake(matchId) {
      reach('result stored')
      return wake(matchId)
    },
  }),
})
