import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operator } from '@nare/contract/operator'
import { protection } from '@nare/contract/protection'
import { bgaming } from './testing/bgaming-client.ts'
import { dialects } from './testing/dialects.ts'
import { hub88 } from './testing/hub88-client.ts'
import { smartsoft } from './testing/smartsoft-client.ts'
import { openWalletWorld, seen, unique, type WalletWorld } from './testing/wallet-world.ts'

const asha = 'the-token-of-asha'
const reason = 'a fault at the provider'
let world: WalletWorld

beforeAll(async () => {
  world = await openWalletWorld({ OPERATORS: `asha:${createHash('sha256').update(asha).digest('hex')}` })
})

afterAll(async () => {
  await world.verify()
  await world.close()
})

test("casino stakes count for the bettor's limits, and a paused product accepts none", async () => {
  const { client, bettor, round } = await world.playing(bgaming)
  expect((await world.nare.call(protection.setLimits, { stake: { day: '15' } }, bettor.token)).status).toBe(200)
  const bet = { tx: unique('bet'), round, cents: 1000n }
  expect(seen(await client.bet(bet))).toBe('done 9000')
  expect(seen(await client.bet({ ...bet, tx: unique('bet'), cents: 600n }))).toBe('refused 105')
  const pause = (paused: boolean) => world.nare.call(operator.pauseProduct, { product: 'casino', paused, reason }, asha)
  await pause(true)
  expect(seen(await client.bet({ ...bet, tx: unique('bet'), cents: 100n }))).toBe('refused 107')
  expect(seen(await client.win({ ...bet, tx: unique('win') }))).toBe('done 10000')
  await pause(false)
  expect(seen(await client.bet({ ...bet, tx: unique('bet'), cents: 500n }))).toBe('done 9500')
})

test('after an operator switches a provider off, bets are refused, wins are paid, and the audit log names the operator', async () => {
  const { client, bettor, round } = await world.playing(smartsoft)
  const bet = { tx: unique('bet'), round, cents: 1000n }
  await client.bet(bet)
  const turn = (on: boolean) =>
    world.nare.call(operator.switchCasinoProvider, { provider: 'smartsoft', on, reason }, asha)
  expect(await turn(false)).toMatchObject({ status: 200, body: { provider: 'smartsoft', on: false } })
  expect(seen(await client.bet({ ...bet, tx: unique('bet') }))).toBe('refused 403')
  expect(seen(await client.bet(bet))).toBe('done 9000')
  expect(seen(await client.win({ ...bet, tx: unique('win'), ref: bet.tx }))).toBe('done 10000')
  const states = (await world.nare.call(operator.casinoProviders, {}, asha)).body.data
  expect(states.map(({ provider, configured, on }) => [provider, configured, on])).toEqual([
    ['pragmatic', true, true],
    ['smartsoft', true, false],
    ['hub88', true, true],
    ['bgaming', true, true],
  ])
  await turn(true)
  expect(seen(await client.bet({ ...bet, tx: unique('bet') }))).toBe('done 9000')
  const audit = (await world.nare.call(operator.audit, { action: 'casino.provider' }, asha)).body.data
  expect(audit.map(({ operator: who, outcome }) => [who, outcome])).toEqual([
    ['asha', 'done'],
    ['asha', 'done'],
  ])
  expect(await world.cents(bettor)).toBe(9000n)
})

test('an operator can read a round with its transactions and close it: later bets are refused, a late win is paid', async () => {
  const { client, bettor, round } = await world.playing(smartsoft)
  const bet = { tx: unique('bet'), round, cents: 1000n }
  await client.bet(bet)
  await client.bet({ ...bet, tx: unique('bet'), cents: 500n })
  const { nare } = world
  const rounds = (await nare.call(operator.casinoRounds, { bettor_id: bettor.id.toString() }, asha)).body.data
  expect(rounds).toMatchObject([{ round_id: round, provider: 'smartsoft', bets: 2, closed_at: null }])
  const [{ id } = { id: '' }] = rounds
  const details = (await nare.call(operator.casinoRound, { id }, asha)).body.data
  expect(details.transactions).toMatchObject([
    { provider_transaction_id: bet.tx, kind: 'debit', amount: '10.00' },
    { kind: 'debit', amount: '5.00' },
  ])
  expect((await nare.call(operator.closeCasinoRound, { id, reason }, asha)).body).toMatchObject({ state: 'closed' })
  expect((await nare.call(operator.closeCasinoRound, { id, reason }, asha)).status).toBe(404)
  expect(await world.tickets(bettor)).toMatchObject([{ state: 'lost', stake: '15.00' }])
  expect(seen(await client.bet({ ...bet, tx: unique('bet') }))).toBe('refused 410')
  expect(seen(await client.win({ ...bet, tx: unique('win'), cents: 3000n, ref: bet.tx }))).toBe('done 11500')
  expect(await world.tickets(bettor)).toMatchObject([{ state: 'won', returned: '30.00' }])
  const audit = (await nare.call(operator.audit, { subject: `casino round ${id}` }, asha)).body.data
  expect(audit.map(({ outcome }) => outcome)).toEqual(['not_found', 'closed'])
})

test('Hub88 gets final refusals for a bet on a closed round and for an unknown player', async () => {
  const { client, round, player } = await world.playing(hub88)
  await client.bet({ tx: unique('bet'), round, cents: 1000n })
  const [open] = (await world.nare.call(operator.casinoRounds, { round_id: round }, asha)).body.data
  await world.nare.call(operator.closeCasinoRound, { id: open?.id ?? '', reason: 'the provider lost it' }, asha)
  const again = await client.bet({ tx: unique('bet'), round, cents: 1000n })
  expect(seen(again)).toBe('refused RS_ERROR_TRANSACTION_ROLLED_BACK')
  const unknownPlayer = hub88.client(world.to, { ...player, id: '999999999999' })
  const win = { tx: unique('win'), round: unique('round'), cents: 100n, free: true }
  expect(seen(await unknownPlayer.freeWin(win))).toBe('refused RS_ERROR_INVALID_TOKEN')
})

test('a round with a result is closed after two days, one without results is refunded after two weeks', async () => {
  const settled = await world.playing(smartsoft)
  const orphan = await world.playing(smartsoft)
  const bet = { tx: unique('bet'), round: settled.round, cents: 1000n }
  await settled.client.bet(bet)
  await settled.client.win({ ...bet, tx: unique('win'), cents: 700n, ref: bet.tx })
  const lost = { tx: unique('bet'), round: orphan.round, cents: 1000n }
  await orphan.client.bet(lost)
  const { casino, clock } = world.nare.app
  await clock.advance(47 * 3600)
  await casino.sweepRounds()
  expect(await world.tickets(settled.bettor)).toMatchObject([{ state: 'open' }])
  await clock.advance(2 * 3600)
  expect((await casino.sweepRounds()).closed).toBeGreaterThan(0)
  expect(await world.tickets(settled.bettor)).toMatchObject([{ state: 'won', returned: '7.00' }])
  expect(await world.tickets(orphan.bettor)).toMatchObject([{ state: 'open' }])
  await clock.advance(13 * 86_400)
  expect((await casino.sweepRounds()).givenBack).toBeGreaterThan(0)
  expect(await world.tickets(orphan.bettor)).toMatchObject([{ state: 'void', returned: '10.00' }])
  expect(await casino.sweepRounds()).toEqual({ closed: 0, givenBack: 0 })
  const win = { ...lost, tx: unique('win'), cents: 9000n, ref: lost.tx }
  expect(seen(await orphan.client.win(win))).toBe('refused 410')
})

test('a switched-off game refuses new bets, but accepts repeats and wins', async () => {
  const codes = { pragmatic: '8', smartsoft: '404', hub88: 'RS_ERROR_INVALID_GAME', bgaming: '107' }
  for (const dialect of dialects) {
    const { client, round } = await world.playing(dialect)
    const bet = { tx: unique('bet'), round, cents: 1000n }
    await client.bet(bet)
    const game_id = `${dialect.provider}:${dialect.game}`
    const turn = (on: boolean) => world.nare.call(operator.changeCasinoGame, { game_id, on, reason }, asha)
    expect((await turn(false)).status).toBe(200)
    expect(seen(await client.bet({ ...bet, tx: unique('bet') }))).toBe(`refused ${codes[dialect.provider]}`)
    expect(seen(await client.bet(bet))).toBe('done 9000')
    expect(seen(await client.win({ ...bet, tx: unique('win'), ref: bet.tx, closes: true }))).toBe('done 10000')
    expect((await turn(true)).status).toBe(200)
  }
})
