import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { betting } from '@nare/contract/betting'
import { betEdit } from '@nare/contract/bet-edit'
import { cashOut } from '@nare/contract/cash-out'
import { crash } from '@nare/contract/crash'
import { games } from '@nare/contract/games'
import { jackpot } from '@nare/contract/jackpot'
import { sandbox } from '@nare/contract/sandbox'
import { verifyCasino } from '#modules/casino/casino'
import { bgaming } from '#modules/casino/testing/bgaming-client'
import { verifyJackpots } from '#modules/jackpot/jackpot'
import { brokenBooks, leagueClient } from '#testing/league-season'
import { seedBettors, type SeededBettor } from '#testing/seed'
import { realServer, type RealServer } from '#testing/server'

const players = 6
const roundsOfEach = 4
const triesMax = 4000
const pollMs = 25

// Two restarts take a while when other tests run at the same time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 240_000 })

let server: RealServer
let client: ReturnType<typeof leagueClient>
let bettors: SeededBettor[]
let matches: string[]
let pool: string

beforeAll(async () => {
  server = await realServer({
    CRASH: 'on',
    BET_QUEUE_MS: '60000',
    WALLET_ANSWER_MS: '60000',
    JACKPOT_KEY: '7'.repeat(64),
  })
  client = leagueClient(server)
  await taxWins()
  const house = await sql<{ id: bigint }>`select id from ledger.account where name = 'house:sandbox'`.execute(server.db)
  bettors = await seedBettors(server.db, { count: players, cents: 1_000_000n, house: house.rows[0]?.id ?? 0n })
  matches = await Promise.all([newMatch(), newMatch()])
  const created = await client.call(sandbox.createJackpot, {
    name: 'Cup',
    match_ids: matches,
    stake: '10.00',
    mode: 'pool',
    void_policy: 'draw',
    tiers: [{ correct: 2, share: 70 }],
  })
  pool = created.body.jackpot_id
  for (const { msisdn } of bettors)
    await client.call(sandbox.walletToken, { msisdn, game_id: `bgaming:${bgaming.game}` })
})
afterAll(() => server.close())

/** Makes 15 % of each win due, as a change of the settings by two people that took effect before the processes began: each knows it. */
async function taxWins(): Promise<void> {
  await sql`
    insert into settings.value (key, value, effective_at, author, confirmed_by, reason, at)
    select 'taxes.rates', '"2025-07-02=withholding=win=15"'::jsonb, now, 'ada', 'ben', 'test', now
    from (select platform.now() as now offset 0) moment`.execute(server.db)
  await server.killProcess()
  await server.start()
}

async function newMatch(): Promise<string> {
  const teams = { sport_id: '79', competition_name: 'Test League', home_team: 'Simba', away_team: 'Chui' }
  const prices = { home_odd: '2.10', neutral_odd: '3.40', away_odd: '3.60' }
  const created = await client.call(sandbox.createMatch, { ...teams, ...prices, start_time: '2040-01-01T12:00:00Z' })
  return created.body.match_id
}

/** A command of a player that moves money. Every attempt has the same ids and resolves to whether the command is confirmed. */
type Command = { readonly name: string; readonly attempt: () => Promise<boolean> }

function commandsOf({ id, token }: SeededBettor): Command[] {
  const post = (name: string, send: () => Promise<{ status: number }>): Command => ({
    name,
    attempt: async () => [200, 201].includes((await send()).status),
  })
  const stake = '30.00'
  const pick = { match_id: matches[0] ?? '', sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  const outcomes = matches.map((match_id) => ({ match_id, outcomes: ['home_team' as const] }))
  const wallet = () => bgaming.client({ url: server.url().href, hub88Key: '' }, { id: id.toString(), token: '' })
  const round = (n: number): Command[] => {
    const ids = {
      bet: randomUUID(),
      edit: randomUUID(),
      cashOut: randomUUID(),
      ticket: randomUUID(),
      dice: randomUUID(),
    }
    const casino = `${id}-${n}`
    let betId = ''
    let quoteId = ''
    let editQuote = ''
    return [
      post('bet', async () => {
        const reply = await client.call(betting.place, { id: ids.bet, stake, slip: [pick] }, token)
        if (reply.status === 201) betId = reply.body.bet.bet_id
        return reply
      }),
      post('edit', async () => {
        const quote = await client.call(cashOut.quote, { bet_id: betId }, token)
        // Repeated as the cash-out below.
        if (quote.status === 200) editQuote = quote.body.quote_id
        const command = {
          id: ids.edit,
          bet_id: betId,
          quote_id: editQuote,
          slip: [{ ...pick, match_id: matches[1] ?? '' }],
        }
        const reply = await client.call(betEdit.edit, command, token)
        if (reply.status === 201) betId = reply.body.bet.bet_id
        return reply
      }),
      post('cash-out', async () => {
        const quote = await client.call(cashOut.quote, { bet_id: betId }, token)
        // If there is no quote, an earlier attempt has cashed out the bet; it is repeated with that attempt's quote.
        if (quote.status === 200) quoteId = quote.body.quote_id
        return client.call(cashOut.take, { id: ids.cashOut, bet_id: betId, quote_id: quoteId }, token)
      }),
      post('ticket', () => client.call(jackpot.bet, { id: ids.ticket, jackpot_id: pool, picks: outcomes }, token)),
      post('dice', () =>
        client.call(games.bet, { game: 'dice', id: ids.dice, stake, target: '50', over: true }, token),
      ),
      post('casino bet', async () => wallet().bet({ tx: `${casino}-bet`, round: casino, cents: 1000n })),
      post('casino win', async () => wallet().win({ tx: `${casino}-win`, round: casino, cents: 1700n, closes: true })),
    ]
  }
  const flight = { id: randomUUID(), stake, slot: 1 as const, auto_cash_out: '1.01' }
  return [
    ...Array.from({ length: roundsOfEach }, (_, n) => round(n)).flat(),
    post('crash bet', () => client.call(crash.bet, flight, token)),
  ]
}

test('every command that moves money takes effect once while PostgreSQL and then the process are killed', async () => {
  const plans = bettors.map(commandsOf)
  const commandCount = plans.flat().length
  let confirmed = 0
  let unanswered = 0
  const kills: Promise<void>[] = []
  const killAt = new Map<number, () => Promise<void>>([
    [Math.floor(commandCount / 3), () => server.killPostgres()],
    [
      Math.floor((commandCount * 2) / 3),
      async () => {
        await server.killProcess()
        await server.start()
      },
    ],
  ])
  const repeat = async ({ name, attempt }: Command): Promise<void> => {
    for (let tries = 0; tries < triesMax; tries++) {
      if (await attempt().catch(() => void unanswered++)) return
      await wait(pollMs)
      await server.ready()
    }
    throw new Error(`a ${name} was never confirmed`)
  }
  await Promise.all(
    plans.map(async (commands) => {
      for (const command of commands) {
        await repeat(command)
        const kill = killAt.get(++confirmed)
        if (kill) kills.push(kill())
      }
    }),
  )
  await Promise.all(kills)
  expect(kills).toHaveLength(2)
  expect(unanswered).toBeGreaterThan(0)
  const { rows } = await sql<{ product: string; count: number }>`
    select product, count(*)::int as count from betting.bet group by 1 order by 1`.execute(server.db)
  const roundCount = players * roundsOfEach
  expect(Object.fromEntries(rows.map(({ product, count }) => [product, count]))).toEqual({
    casino: roundCount,
    games: roundCount + players,
    jackpot: roundCount,
    sports: 2 * roundCount,
  })
  const cashOuts = await sql<{ count: number; bets: number }>`
    select count(*)::int as count, count(distinct about)::int as bets from ledger.transfer where kind = 'cash_out'
      and about in (select 'bet/' || bet_id from betting.bet where product = 'sports')`.execute(server.db)
  expect(cashOuts.rows).toEqual([{ count: 2 * roundCount, bets: 2 * roundCount }])
  const taxes = await sql<{ rows: number; amount: bigint }>`
    select count(*)::int as rows, sum(w.amount)::bigint as amount from betting.win_tax w join betting.bet b using (bet_id)
    where b.product = 'casino' group by b.product`.execute(server.db)
  expect(taxes.rows).toEqual([{ rows: roundCount, amount: BigInt(roundCount) * 105n }])
  const checks = [...(await verifyCasino(server.db)), ...(await verifyJackpots(server.db))]
  expect([...(await brokenBooks(server)), ...checks.filter(({ broken }) => broken > 0)]).toEqual([])
})
