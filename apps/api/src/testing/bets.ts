import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { betting } from '@nare/contract/betting'
import { identity } from '@nare/contract/identity'
import type { Answer, Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import type { TaxRule } from '#country/country'
import { ke } from '#country/ke'
import { verifyBonus } from '#modules/bonus/bonus'
import { verifyCasino } from '#modules/casino/casino'
import { leagueLegSummary } from '#modules/league/league'
import { verifyLedger } from '#modules/ledger/ledger'
import { verifyReturns } from '#modules/returns/returns'
import { bonusTickets, verifyTickets } from '#modules/tickets/tickets'
import type { Reply, TestApp } from './app.ts'

export type SentSlip = Sent<typeof betting.place>
export type SentPick = SentSlip['slip'][number]
export type Bet = Answer<typeof betting.bet>['data']
type Result = Omit<Sent<typeof sandbox.resultMatch>, 'match_id'>
type Odds = Record<string, Record<string, string>>

/** A pick at the price of the test match's 1X2 by default. */
export const pick = (match_id: string, sub_type_id = '1', odd_key = 'home_team', odd_value = '2.10'): SentPick => ({
  match_id,
  sub_type_id,
  odd_key,
  odd_value,
})

/** A slip of KSh 100 with a new id. */
export const slipOf = (picks: readonly SentPick[], given: Partial<SentSlip> = {}): SentSlip => ({
  id: randomUUID(),
  stake: '100',
  slip: [...picks],
  ...given,
})

/** Common steps of bet tests, through HTTP. */
export function betsOn(nare: TestApp) {
  const { call } = nare
  return {
    /** Places a slip; throws unless it is accepted. */
    async mustPlace(token: string, picks: readonly SentPick[], given: Partial<SentSlip> = {}): Promise<Bet> {
      const placed = await call(betting.place, slipOf(picks, given), token)
      if (placed.status !== 201) throw new Error(`the bet was refused: ${JSON.stringify(placed.body)}`)
      return placed.body.bet
    },
    /** Places a slip and returns the reply. */
    place: (
      token: string,
      picks: readonly SentPick[],
      given: Partial<SentSlip> = {},
    ): Promise<Reply<typeof betting.place>> => call(betting.place, slipOf(picks, given), token),
    async bet(token: string, id: string): Promise<Bet> {
      return (await call(betting.bet, { id }, token)).body.data
    },
    async balance(token: string): Promise<string> {
      return (await call(identity.balance, {}, token)).body.user.balance
    },
    /** Sets these prices; lines that were not offered are opened. */
    async price(match: string, odds: Odds): Promise<void> {
      expect(await call(sandbox.driveMatch, { match_id: match, odds })).toMatchObject({ status: 200 })
    },
    async drive(match: string, change: Omit<Sent<typeof sandbox.driveMatch>, 'match_id'>): Promise<void> {
      expect(await call(sandbox.driveMatch, { match_id: match, ...change })).toMatchObject({ status: 200 })
    },
    /** Records a result and returns how many legs and bets it settled. */
    async result(match: string, result: Result): Promise<{ legs: number; bets: number }> {
      const answer = await call(sandbox.resultMatch, { match_id: match, ...result })
      expect(answer).toMatchObject({ status: 200 })
      return { legs: answer.body.legs, bets: answer.body.bets }
    },
    /** Verifies the ledger and the bets against each other, and with the taxes of the country each tax on winnings. */
    async verifyBooks(rates?: readonly TaxRule[]): Promise<void> {
      const { db } = nare.base
      const bets = await verifyTickets(db, [leagueLegSummary], rates && { rates, zone: ke.timeZone })
      const checks = [
        ...(await verifyLedger(db)),
        ...bets,
        ...(await verifyBonus(db, bonusTickets)),
        ...(await verifyCasino(db)),
        ...(await verifyReturns(db)),
      ]
      expect(checks.filter((check) => check.broken > 0)).toEqual([])
    },
  }
}

export type Bets = ReturnType<typeof betsOn>

type Stream = {
  /** Places one bet of this lane and returns its status. */
  bet: (lane: number) => Promise<{ status: number }>
  lanes: number
  betsOfEach: number
  /** The number of bets that must be accepted before the change. */
  first: number
  change: () => Promise<unknown>
}

/**
 * Makes a change while bets are being sent. Returns how many bets were accepted of those sent before the change was answered, and of
 * those sent afterwards.
 */
export async function whileBetting({ bet, lanes, betsOfEach, first, change }: Stream) {
  let changed = false
  const accepted = { before: 0, afterwards: 0 }
  const stream = Array.from({ length: lanes }, async (_, lane) => {
    for (let n = 0; n < betsOfEach; n++) {
      const when = changed ? 'afterwards' : 'before'
      if ((await bet(lane)).status === 201) accepted[when]++
    }
  })
  const changing = (async () => {
    while (accepted.before < first) await new Promise((resolve) => setImmediate(resolve))
    await change()
    changed = true
  })()
  await Promise.all([...stream, changing])
  return accepted
}

/** Verifies the books of a test application, as each file with money does once, and closes it. */
export async function closeWithBooks(nare: TestApp): Promise<void> {
  await betsOn(nare).verifyBooks()
  await nare.close()
}
