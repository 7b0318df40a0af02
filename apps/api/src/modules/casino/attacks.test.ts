import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boards as calls } from '@nare/contract/boards'
import { openLog } from '#platform/log'
import { testApp } from '#testing/app'
import { bgaming } from './testing/bgaming-client.ts'
import { hub88 } from './testing/hub88-client.ts'
import { pragmatic } from './testing/pragmatic-client.ts'
import { smartsoft } from './testing/smartsoft-client.ts'
import { openWalletWorld, seen, unique, type WalletWorld } from './testing/wallet-world.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await openWalletWorld()
})

afterAll(async () => {
  await world.verify()
  await world.close()
})

const post = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const
const errorOf = (reply: { json(): unknown }): number => (reply.json() as { error: number }).error

/** A form signed as Pragmatic's. */
function form(fields: Record<string, string>, secret = 'sandbox-pragmatic'): string {
  const text = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
  return new URLSearchParams({ ...fields, hash: hash('md5', `${text.join('&')}${secret}`) }).toString()
}

test('rolling back a free win from before the first stake debits the balance, not the ticket', async () => {
  const { client, round, bettor } = await world.playing(hub88)
  const free = { tx: unique('free'), round, cents: 700n }
  expect(seen(await client.freeWin(free))).toBe('done 10700')
  const bet = { tx: unique('bet'), round, cents: 1000n }
  expect(seen(await client.bet(bet))).toBe('done 9700')
  expect(seen(await client.rollback({ tx: unique('back'), ref: free.tx, round, cents: 700n }))).toBe('done 9000')
  expect(await world.tickets(bettor)).toMatchObject([{ stake: '10.00', returned: '0.00' }])
})

test('a win that an adjustment has already reversed is not reversed twice', async () => {
  const { client, round, bettor } = await world.playing(pragmatic)
  await client.bet({ tx: unique('bet'), round, cents: 1000n })
  const win = { tx: unique('win'), round, cents: 2000n }
  expect(seen(await client.win(win))).toBe('done 11000')
  expect(seen(await client.adjust({ tx: unique('adjust'), round, cents: 0n }, '-15.00'))).toBe('done 9500')
  expect(seen(await client.rollback({ tx: '', ref: win.tx, round, cents: 2000n }))).toBe('refused 7')
  expect(await world.cents(bettor)).toBe(9500n)
})

test('a round whose last bet was free is closed with its ticket when that bet is rolled back', async () => {
  const { client, round, bettor } = await world.playing(hub88)
  const [paid, free] = [unique('bet'), unique('free')]
  await client.bet({ tx: paid, round, cents: 1000n })
  await client.bet({ tx: free, round, cents: 0n, free: true })
  expect(seen(await client.rollback({ tx: unique('back'), ref: paid, round, cents: 1000n }))).toBe('done 10000')
  expect(seen(await client.rollback({ tx: unique('back'), ref: free, round, cents: 0n }))).toBe('done 10000')
  expect(await world.tickets(bettor)).toMatchObject([{ state: 'void', stake: '10.00', returned: '10.00' }])
})

test('a free bet does not reopen a closed round with a settled ticket', async () => {
  const { client, round, bettor } = await world.playing(hub88)
  const bet = { tx: unique('bet'), round, cents: 1000n }
  await client.bet(bet)
  await client.win({ ...bet, tx: unique('win'), cents: 2000n, ref: bet.tx, closes: true })
  const free = { tx: unique('free'), round, cents: 0n, free: true }
  expect(seen(await client.bet(free))).toBe('done 11000')
  await world.verify()
  const win = { tx: unique('win'), round, cents: 300n, ref: free.tx }
  expect(seen(await client.win(win))).toBe('done 11300')
  expect(await world.tickets(bettor)).toMatchObject([{ state: 'won', stake: '10.00', returned: '23.00' }])
})

test('a rollback that refers to itself is malformed', async () => {
  const { client, round, bettor } = await world.playing(bgaming)
  const tx = unique('odd')
  expect(seen(await client.rollback({ tx, ref: tx, round, cents: 100n }))).toBe('refused 400')
  await client.bet({ tx, round, cents: 100n })
  expect(seen(await client.rollback({ tx, ref: tx, round, cents: 100n }))).toBe('refused 400')
  expect(await world.cents(bettor)).toBe(9900n)
})

test('a promotion of a game with an invalid name is malformed, so that the provider does not repeat it forever', async () => {
  const { player, bettor } = await world.playing(pragmatic)
  const send = async (gameId: string) => {
    const payload = form({ userId: player.id, reference: unique('promo'), amount: '1.00', gameId })
    return errorOf(await world.nare.app.app.inject({ ...post, url: '/wallet/pragmatic/promoWin.html', payload }))
  }
  for (const gameId of ['a\u0000b', 'x'.repeat(300)]) expect(await send(gameId)).toBe(7)
  expect(await world.cents(bettor)).toBe(10_000n)
  expect(await send('vs20olympgate')).toBe(0)
})

test('a money call in another currency is refused, and one that names ours or none is accepted', async () => {
  const { player, bettor } = await world.playing(pragmatic)
  const send = async (call: string, currency: Record<string, string>) => {
    const ids = { userId: player.id, gameId: pragmatic.game, roundId: unique('round'), reference: unique('tx') }
    const payload = form({ ...ids, amount: '1.00', ...currency })
    return errorOf(await world.nare.app.app.inject({ ...post, url: `/wallet/pragmatic/${call}.html`, payload }))
  }
  for (const call of ['bet', 'result', 'jackpotWin', 'promoWin', 'refund', 'adjustment', 'endRound'])
    for (const foreign of [
      { currency: 'USD' },
      { Currency: 'USD' },
      { currency: 'KES', CURRENCY: 'usd' },
      { currency: '' },
    ])
      expect([call, foreign, await send(call, foreign)]).toEqual([call, foreign, 7])
  expect(await world.cents(bettor)).toBe(10_000n)
  for (const ours of [{ currency: 'KES' }, {}]) expect(await send('bet', ours)).toBe(0)
  expect(await world.cents(bettor)).toBe(9800n)
})

test('a bet of SmartSoft without our currency in its CurrencyCode is refused', async () => {
  const { client, round, bettor } = await world.playing(smartsoft)
  const info = { GameName: smartsoft.game, RoundId: round }
  const bet = (currency: object) =>
    client.raw(JSON.stringify({ Amount: 1, TransactionId: unique('bet'), TransactionInfo: info, ...currency }))
  for (const other of [{}, { currencyCode: 'USD' }, { Currency: 'KES' }, { CurrencyCode: '' }, { CurrencyCode: 'USD' }])
    expect([other, seen(await bet(other))]).toEqual([other, 'refused 400'])
  expect(await world.cents(bettor)).toBe(10_000n)
  expect(seen(await bet({ CurrencyCode: 'KES' }))).toBe('done 9900')
})

test('a bet of SmartSoft that is sent again after its rollback is refused', async () => {
  const { client, round, bettor } = await world.playing(smartsoft)
  const bet = { tx: unique('bet'), round, cents: 1000n }
  await client.bet(bet)
  expect(seen(await client.bet(bet))).toBe('done 9000')
  await client.rollback({ tx: unique('back'), ref: bet.tx, round, cents: 1000n })
  expect(seen(await client.bet(bet))).toBe('refused 410')
  expect(seen(await client.bet({ ...bet, cents: 1001n }))).toBe('refused 409')
  expect(await world.cents(bettor)).toBe(10_000n)
})

test('a rollback in another currency is refused', async () => {
  const { client, round, bettor } = await world.playing(smartsoft)
  const bet = { tx: unique('bet'), round, cents: 1000n }
  await client.bet(bet)
  const back = (currency: object) => client.post('RollbackTransaction', { CurrentTransactionId: bet.tx, ...currency })
  expect(seen(await back({ CurrencyCode: 'USD' }))).toBe('refused 400')
  expect(await world.cents(bettor)).toBe(9000n)
  expect(seen(await back({ CurrencyCode: 'KES' }))).toBe('done 10000')
  const second = { tx: unique('bet'), round: unique('round'), cents: 1000n }
  await client.bet(second)
  expect(seen(await client.post('RollbackTransaction', { CurrentTransactionId: second.tx }))).toBe('done 10000')
})

test('a bet whose amount is sent twice is refused, because another parser may read the other amount', async () => {
  const { client, round, bettor } = await world.playing(smartsoft)
  const info = JSON.stringify({ GameName: smartsoft.game, RoundId: round })
  const bet = (amounts: string) =>
    client.raw(`{${amounts},"CurrencyCode":"KES","TransactionId":"${unique('bet')}","TransactionInfo":${info}}`)
  expect(seen(await bet('"Amount":1,"Amount":2'))).toBe('refused 400')
  expect(await world.cents(bettor)).toBe(10_000n)
  expect(seen(await bet('"Amount":1'))).toBe('done 9900')
})

test('rounds without a stake and rolled back wins have no value on the leaderboard', async () => {
  const { client, round, bettor } = await world.playing(smartsoft)
  const free = { tx: unique('bet'), round, cents: 0n }
  await client.bet(free)
  expect(seen(await client.win({ ...free, tx: unique('win'), cents: 500n, ref: free.tx, closes: true }))).toBe(
    'done 10500',
  )
  const bet = { tx: unique('bet'), round: `${round}-2`, cents: 1000n }
  const win = { ...bet, tx: unique('win'), cents: 9000n, ref: bet.tx, closes: true }
  await client.bet(bet)
  await client.win(win)
  await client.rollback({ tx: unique('back'), ref: win.tx, round: bet.round, cents: 9000n })
  const { status, body } = await world.nare.call(calls.jetxLeaderboard, { period: 'day' }, bettor.token)
  expect([status, body.mine]).toEqual([200, undefined])
})

test('unused launches are deleted once they have expired, used ones are kept', async () => {
  const { bettor } = await world.playing(hub88)
  for (let n = 0; n < 3; n++) await world.launch(hub88, bettor)
  const kept = async () => {
    const { rows } = await sql<{ used: boolean }>`
      select activated_at is not null as used from casino.session where bettor_id = ${bettor.id}::bigint`.execute(
      world.nare.base.db,
    )
    return { used: rows.filter(({ used }) => used).length, all: rows.length }
  }
  await world.nare.app.clock.advance(23 * 3600)
  await world.nare.app.casino.sweepRounds()
  expect(await kept()).toEqual({ used: 1, all: 4 })
  await world.nare.app.clock.advance(2 * 3600)
  await world.nare.app.casino.sweepRounds()
  expect(await kept()).toEqual({ used: 1, all: 1 })
})

test('a wallet that accepts every address says so once at the start, and one with a list of addresses does not', async () => {
  const linesWith = async (GAME_PROVIDER_ADDRESSES: string) => {
    const lines: string[] = []
    const log = openLog('warn', { write: (line) => void lines.push(line) })
    const app = await testApp({ GAME_PROVIDER_ADDRESSES }, { base: world.nare.base, log })
    await app.close()
    return lines.filter((line) => line.includes('GAME_PROVIDER_ADDRESSES'))
  }
  expect(await linesWith('any')).toEqual([expect.stringContaining('accepts calls from every address')])
  expect(await linesWith('10.0.0.0/8')).toEqual([])
})

test('a caller without the secret cannot use up a provider’s calls per minute', async () => {
  const nare = await testApp({ LIMITS_BY_ADDRESS: 'on', LIMIT_ADDRESS_MINUTE: '20', LIMIT_PROVIDER_MINUTE: '40' })
  try {
    const ask = async (remoteAddress: string, secret?: string) =>
      errorOf(
        await nare.app.app.inject({
          ...{ ...post, remoteAddress, url: '/wallet/pragmatic/balance.html' },
          payload: form({ userId: '999999999' }, secret),
        }),
      )
    const times = async (count: number, call: () => Promise<number>) => {
      const statuses: number[] = []
      for (let n = 0; n < count; n++) statuses.push(await call())
      return statuses
    }
    expect(await ask('198.51.100.7')).toBe(2)
    const strange = await times(60, () => ask('203.0.113.9', 'guessed'))
    expect(strange.filter((error) => error === 5)).toHaveLength(20)
    const known = await times(41, () => ask('198.51.100.7'))
    expect(known.filter((error) => error === 2)).toHaveLength(40)
    expect(known.at(-1)).toBe(100)
  } finally {
    await nare.close()
  }
})
