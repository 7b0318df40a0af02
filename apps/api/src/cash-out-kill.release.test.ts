import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verifyLedger } from '#modules/ledger/ledger'
import { killedServer, type KilledServer } from '#modules/payments/testing/killed-server'
import { verifyTickets } from '#modules/tickets/tickets'
import type { SeededBettor } from '#testing/seed'

// A start of the real server is slow while other tests run.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

let killed: KilledServer
beforeAll(async () => {
  killed = await killedServer()
})
afterAll(() => killed.close())

async function newMatch(): Promise<string> {
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
  return match.body.match_id
}

type PlacedBet = { readonly bettor: SeededBettor; readonly path: string }

/** Bets of different bettors on one match, and the paths of their cash-outs. */
async function placed(match: string, count: number): Promise<PlacedBet[]> {
  const bettors = await killed.bettors(count, 100)
  const pick = { match_id: match, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  return Promise.all(
    bettors.map(async (bettor) => {
      const bet = await killed.call('/v1/bet', { id: randomUUID(), stake: '100', slip: [pick] }, bettor.token)
      return { bettor, path: `/v1/bets/${bet.body.bet.bet_id}/cash-out` }
    }),
  )
}

async function setRule({ bettor, path }: PlacedBet): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${bettor.token}` }
  const body = JSON.stringify({ id: randomUUID(), amount: '120' })
  const reply = await fetch(new URL(`${path}/rule`, killed.server.url()), { method: 'PUT', headers, body })
  expect(reply.status).toBe(200)
}

async function expectSoundBooks(): Promise<void> {
  const { db } = killed.server
  const checks = [...(await verifyLedger(db)), ...(await verifyTickets(db))]
  expect(checks.filter((check) => check.broken > 0)).toEqual([])
}

test.each(['cash-out not stored', 'cash-out stored'] as const)(
  'a cash-out pays once, even if the process is killed at "%s" and the command is sent again',
  async (point) => {
    const [bet] = await placed(await newMatch(), 1)
    if (!bet) throw new Error('no bet')
    const { bettor, path } = bet
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
    await expectSoundBooks()
  },
)

test.each(['cash-out not stored', 'cash-out stored'] as const)(
  'a batch of automatic cash-outs pays each bet once, even if the process is killed at "%s"',
  async (point) => {
    const match = await newMatch()
    for (const bet of await placed(match, 6)) await setRule(bet)
    await killed.killAt(point)
    const odds = { '1': { home_team: '1.20', draw: '6.50', away_team: '12.00' } }
    await killed.call(`/sandbox/feed/matches/${match}`, { odds })
    await killed.server.gone()
    const paid = async (): Promise<number> => {
      const { rows } = await sql<{ bets: number }>`
        select count(*)::int as bets from betting.bet where state = 'cashed_out' and bet_id in
          (select bet_id from betting.leg where match_id = ${match}::int)`.execute(killed.server.db)
      return rows[0]?.bets ?? -1
    }
    expect(await paid()).toBe(point === 'cash-out stored' ? 6 : 0)
    await killed.again()
    await expect.poll(paid, { timeout: 60_000, interval: 200 }).toBe(6)
    const { rows } = await sql<{ bets: number; transfers: number }>`
      select count(distinct about)::int as bets, count(*)::int as transfers from ledger.transfer where kind = 'cash_out' and about in
        (select 'bet/' || bet_id from betting.leg where match_id = ${match}::int)`.execute(killed.server.db)
    expect(rows).toEqual([{ bets: 6, transfers: 6 }])
    await expectSoundBooks()
  },
)
