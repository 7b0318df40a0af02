import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifyLedger } from '#modules/ledger/ledger'
import { killedServer, type KilledServer } from '#modules/payments/testing/killed-server'
import { verifyBets } from '#modules/tickets/tickets'
import type { SeededBettor } from '#testing/seed'

// A start of the real server is slow while other tests run.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let killed: KilledServer
beforeAll(async () => {
  killed = await killedServer()
})
afterAll(() => killed.close())

async function placed(): Promise<{ bettor: SeededBettor; path: string }> {
  const [bettor] = await killed.bettors(1, 100)
  if (!bettor) throw new Error('no bettor')
  const match = await killed.call('/sandbox/feed/matches', {
    sport_id: '79',
    competition_name: 'Test League',
    home_team: 'Simba',
    away_team: 'Chui',
    start_time: new Date((await killed.now()) + 3_600_000).toISOString(),
    home_odd: '2.10',
    neutral_odd: '3.40',
    away_odd: '3.60',
  })
  const pick = { match_id: match.body.match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  const bet = await killed.call('/v1/bet', { id: randomUUID(), stake: '100', slip: [pick] }, bettor.token)
  return { bettor, path: `/v1/bets/${bet.body.bet.bet_id}/cash-out` }
}

test.each(['cash-out not stored', 'cash-out stored'] as const)(
  'a cash-out pays once, even if the process is killed at "%s" and the command is sent again',
  async (point) => {
    const { bettor, path } = await placed()
    const quote = async () => (await killed.call(`${path}/quote`, {}, bettor.token)).body
    const { quote_id, amount } = await quote()
    const command = { id: randomUUID(), quote_id }
    await killed.killAt(point)
    expect((await killed.call(path, command, bettor.token)).status).toBe(0)
    await killed.again()
    const stored = point === 'cash-out stored'
    const again = stored ? command : { ...command, quote_id: (await quote()).quote_id }
    for (let n = 0; n < 2; n++) {
      const taken = await killed.call(path, again, bettor.token)
      expect([taken.status, taken.body.amount, taken.body.balance]).toEqual([200, amount, amount])
    }
    const { db } = killed.server
    const checks = [...(await verifyLedger(db)), ...(await verifyBets(db))]
    expect(checks.filter((check) => check.broken > 0)).toEqual([])
  },
)
