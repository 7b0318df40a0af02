import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { betting } from '@nare/contract/betting'
import { consoleReferrals } from '@nare/contract/operator-trading-referrals'
import { referrals } from '@nare/contract/referrals'
import { operatorSettings, type SettingValue } from '@nare/contract/settings'
import { testApp, type TestApp } from './app.ts'
import { betsOn, pick, slipOf, type SentSlip } from './bets.ts'
import { operatorsOf, operatorToken } from './operators.ts'
import type { SeededBettor } from './seed.ts'

/** A trader and two admins. */
export const [trader, admin, otherAdmin] = [operatorToken('tom'), operatorToken('ada'), operatorToken('ben')]
export const referralReason = 'a large stake'
const OPERATORS = operatorsOf({ tom: 'trader', ada: 'admin', ben: 'admin' })
const reason = referralReason

/** An application in which a trader decides stakes above KSh 50, with the steps of tests about it. */
export async function openReferralApp() {
  const nare = await testApp({ OPERATORS })
  const bets = betsOn(nare)

  async function change(key: string, value: SettingValue): Promise<void> {
    const set = (by: string) => nare.call(operatorSettings.changeSetting, { key, value, reason }, by)
    const asked = await set(admin)
    expect((asked.status === 202 ? await set(otherAdmin) : asked).status).toBe(200)
  }
  await change('referral.on', true)
  await change('referral.stake', '50')

  return {
    nare,
    bets,
    change,
    /** Another process on the same database, which knows the settings. */
    async otherProcess(): Promise<TestApp> {
      const other = await testApp({ OPERATORS }, { base: nare.base })
      await readSettings(other)
      return other
    },
    newMatch: () => nare.match({ start_time: new Date(nare.app.clock.now() + 7_200_000).toISOString() }),
    newBettor: (shillings = 1000) => nare.bettor(shillings),
    /** Sends a slip of KSh 100 on a match; throws unless it waits for a trader. */
    async refer(match: string, { token }: SeededBettor, given: Partial<SentSlip> = {}) {
      const slip = slipOf([pick(match)], given)
      const sent = await nare.call(betting.place, slip, token)
      expect(sent).toMatchObject({ status: 202, body: { state: 'referred' } })
      return { slip, id: sent.body.bet.bet_id, sent }
    },
    decide: (id: string, answer: 'accept' | 'offer' | 'refuse', terms: { stake?: string; price?: string } = {}) =>
      nare.call(consoleReferrals.decideReferral, { id, answer, reason, ...terms }, trader),
    withdraw: ({ token }: SeededBettor, bet_id: string) => nare.call(referrals.withdraw, { bet_id }, token),
    answerOffer: ({ token }: SeededBettor, bet_id: string, take: boolean) =>
      nare.call(referrals.answerOffer, { bet_id, id: randomUUID(), take }, token),
    work: () => nare.app.betting.referrals.workThroughDue(),
    seen: async ({ token }: SeededBettor, id: string) => (await nare.call(betting.bet, { id }, token)).body.data,
    reservedOf: async ({ id }: SeededBettor): Promise<number> =>
      (await sql`select from betting.reservation where bettor_id = ${id}::bigint`.execute(nare.base.db)).rows.length,
  }
}

/** Reads the settings again, as every process does from time to time. */
export const readSettings = async ({ app }: TestApp): Promise<unknown> =>
  app
    .jobs()
    .find(({ name }) => name === 'settings')
    ?.run()

export type ReferralApp = Awaited<ReturnType<typeof openReferralApp>>
