import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { crash as calls } from '@nare/contract/crash'
import { multiplierAt } from '@nare/games/crash'
import type { Db } from '#platform/db'
import { testApp, type TestApp } from '#testing/app'
import { crashChild } from '../testing/crash-child.ts'
import { crashEnv, crashOn, plantChain, type CrashGame } from '../testing/crash-world.ts'

const courses = 6
const bettorsOfEach = 12
const cycle = { CRASH_CYCLE: '8,1' }

/** A server with a chain whose first flights are short: the processes of a course play them in real time, a few while they start. */
async function world(): Promise<{ nare: TestApp; game: CrashGame }> {
  const nare = await testApp({ ...crashEnv, ...cycle })
  const flight = (point: number) => point >= 115 && point <= 180
  const pointOf = await plantChain(
    nare.base.db,
    Array.from({ length: 8 }, () => flight),
  )
  return { nare, game: crashOn(nare, pointOf, { ownsClock: false }) }
}

const states = ['betting', 'flying', 'crashed'] as const

/** The bets of a course, with the responses received before the kill. */
type Bet = { readonly token: string; readonly id: string; readonly returned: string | undefined }

async function openBets(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from games.crash_bet where state = 'open'`.execute(db)
  return rows[0]?.open
}

test.each(Array.from({ length: courses }, (_, n) => ({ n, state: states[n % 3] ?? 'betting' })))(
  'course $n: killing the owner while $state loses, doubles and changes no bet',
  async ({ state }) => {
    const { nare, game } = await world()
    const first = await crashChild(nare.base.connection, cycle)
    const bettors = await nare.bettors(bettorsOfEach, 1000)
    const round = await game.until(
      ({ phase, ends_at }) => phase === 'betting' && Date.parse(ends_at ?? '') > Date.now() + 6000,
    )
    const bets = await Promise.all(
      bettors.map(async ({ token }, n): Promise<Bet> => {
        const target = n % 3 === 0 ? { auto_cash_out: (1.02 + n / 20).toFixed(2) } : {}
        const placed = await first.call(calls.bet, { id: randomUUID(), stake: '100', slot: 1, ...target }, token)
        expect(placed.status).toBe(201)
        return { token, id: placed.body.bet.bet_id, returned: undefined }
      }),
    )
    const acknowledged: Bet[] = []
    if (state !== 'betting') {
      const flying = await game.until(({ phase, round_id }) => phase === 'flying' && round_id === round.round_id)
      await game.until(() => multiplierAt(Date.now() - Date.parse(flying.started_at ?? '')) >= 104)
      for (const bet of bets.filter((_, n) => n % 3 === 1)) {
        const out = await first.call(calls.cashOut, { id: randomUUID(), bet_id: bet.id }, bet.token)
        if (out.status === 200) acknowledged.push({ ...bet, returned: out.body.bet.returned })
      }
    }
    if (state === 'crashed')
      await game.until(({ phase, round_id }) => phase === 'crashed' && round_id === round.round_id)
    await first.kill()
    const second = await crashChild(nare.base.connection, cycle)
    await expect.poll(() => openBets(nare.base.db), { timeout: 60_000 }).toBe(0)
    for (const { token, id, returned } of acknowledged)
      expect((await nare.call(betting.bet, { id }, token)).body.data).toMatchObject({ state: 'won', returned })
    for (const { token, id } of bets) {
      const bet = (await nare.call(betting.bet, { id }, token)).body.data
      expect(bet.state).not.toBe('open')
      expect(await game.balance(token)).toBe((900 + Number(bet.returned)).toFixed(2))
    }
    await game.verifyBooks()
    await second.kill()
    await nare.close()
  },
  120_000,
)
