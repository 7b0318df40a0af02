import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { ledger } from '@nare/contract/ledger'
import type { LiveMessage } from '@nare/contract/live'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { testApp } from '#testing/app'
import { bgaming } from './testing/bgaming-client.ts'
import { dialects } from './testing/dialects.ts'
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

const actions = (...list: [kind: 'bet' | 'win', tx: string, cents: number][]) =>
  list.map(([action, action_id, amount]) => ({ action, action_id, amount }))

test('17 a batch is applied as a whole: if one part fails nothing is debited, and its ids can be sent again', async () => {
  const { client, player, round, bettor } = await world.playing(bgaming)
  const [one, two, won] = [unique('bet'), unique('bet'), unique('win')]
  const batch = (second: number) =>
    client.raw(
      JSON.stringify({
        ...{ user_id: player.id, currency: 'KES', game: bgaming.game, game_id: round, finished: true },
        actions: actions(['bet', one, 4000], ['bet', two, second], ['win', won, 2500]),
      }),
    )
  expect(seen(await batch(7000))).toBe('refused 100')
  expect(await world.cents(bettor)).toBe(10_000n)
  expect(await world.tickets(bettor)).toEqual([])
  const done = await batch(1000)
  expect(seen(done)).toBe('done 7500')
  expect(done.body['transactions']).toMatchObject([{ action_id: one }, { action_id: two }, { action_id: won }])
  expect(await batch(1000)).toMatchObject({ body: done.body })
  expect(await world.tickets(bettor)).toMatchObject([{ state: 'won', stake: '50.00', returned: '25.00' }])
  expect(seen(await batch(1001))).toBe('refused 400')
})

test('a result with a promotion is paid as a whole, or not at all', async () => {
  const { client, round, bettor } = await world.playing(pragmatic)
  const promo = unique('promo')
  await client.bet({ tx: promo, round: unique('round'), cents: 100n })
  const bet = { tx: unique('bet'), round, cents: 1000n }
  await client.bet(bet)
  const result = (promoWinReference: string) =>
    client.win({ tx: `${bet.tx}-win`, round, cents: 500n, more: { promoWinAmount: '7.00', promoWinReference } })
  expect(seen(await result(promo))).toBe('refused 7')
  expect(await world.cents(bettor)).toBe(8900n)
  expect(seen(await result(unique('promo')))).toBe('done 10100')
})

test('a rolled back win is debited, and what the balance does not cover is a debt that the next win repays', async () => {
  const { client, round, bettor } = await world.playing(hub88)
  const [bet, win] = [unique('bet'), unique('win')]
  await client.bet({ tx: bet, round, cents: 1000n })
  await client.win({ tx: win, round, cents: 5000n, ref: bet, closes: true })
  await client.bet({ tx: unique('bet'), round: unique('round'), cents: 12_000n })
  expect(seen(await client.rollback({ tx: unique('back'), ref: win, round, cents: 5000n }))).toBe('done 0')
  const next = { tx: unique('bet'), round: unique('round'), cents: 0n, free: true }
  expect(seen(await client.bet(next))).toBe('done 0')
  const paid = { tx: unique('win'), round: next.round, cents: 4000n, ref: next.tx, closes: true }
  expect(seen(await client.win(paid))).toBe('done 1000')
  const [, lost] = await world.tickets(bettor)
  expect(lost).toMatchObject({ state: 'lost', stake: '10.00', returned: '0.00' })
  expect(seen(await client.rollback({ tx: unique('back'), ref: paid.tx, round: next.round, cents: 4000n }))).toBe(
    'done 0',
  )
})

test('an adjustment changes the payout of a round, never below zero and never beyond the balance', async () => {
  const { client, round, bettor } = await world.playing(pragmatic)
  await client.bet({ tx: unique('bet'), round, cents: 1000n })
  await client.win({ tx: unique('win'), round, cents: 2000n })
  const adjust = (shillings: string, tx = unique('adjust')) => client.adjust({ tx, round, cents: 0n }, shillings)
  expect(seen(await adjust('5.00'))).toBe('done 11500')
  const tx = unique('adjust')
  expect(seen(await adjust('-10.00', tx))).toBe('done 10500')
  expect(seen(await adjust('-10.00', tx))).toBe('done 10500')
  expect(await world.tickets(bettor)).toMatchObject([{ state: 'won', returned: '15.00' }])
  expect(seen(await adjust('-15.01'))).toBe('refused 7')
  await client.bet({ tx: unique('bet'), round: unique('round'), cents: 10_000n })
  expect(seen(await adjust('-15.00'))).toBe('refused 1')
  // 120: the provider does not repeat an adjustment without a round, as it would after 100.
  expect(seen(await client.adjust({ tx: unique('adjust'), round: unique('round'), cents: 0n }, '5.00'))).toBe(
    'refused 120',
  )
})

test.each([
  [pragmatic, '8'],
  [smartsoft, '404'],
  [hub88, 'RS_ERROR_INVALID_GAME'],
  [bgaming, '107'],
])('a bet on a game that the catalogue does not have is refused in the words of $provider', async (dialect, code) => {
  const { player, bettor, client, round } = await world.playing(dialect)
  const unlisted = dialect.client(world.to, player, false, 'no-such-game')
  const bet = { tx: unique('bet'), round, cents: 1000n }
  if (dialect === smartsoft) {
    const info = { GameName: 'no-such-game', RoundId: round }
    const body = { Amount: 10, CurrencyCode: 'KES', TransactionId: bet.tx, TransactionInfo: info }
    expect(seen(await client.raw(JSON.stringify(body)))).toBe(`refused ${code}`)
  } else expect(seen(await unlisted.bet(bet))).toBe(`refused ${code}`)
  expect(await world.cents(bettor)).toBe(10_000n)
})

test.each([
  [hub88, 'RS_ERROR_INVALID_GAME', 'neon-fruits'],
  [bgaming, '107', 'neon-fruits'],
  // A round of Pragmatic belongs to its game: the same id of another game is another round, whose bet may still arrive.
  [pragmatic, '100', 'scratch-7'],
])('a win of $provider that names another game than its bet is refused', async (dialect, code, game) => {
  const { client, player, round, bettor } = await world.playing(dialect)
  const bet = { tx: unique('bet'), round, cents: 1000n }
  await client.bet(bet)
  const win = { tx: unique('win'), round, cents: 5000n, ref: bet.tx, closes: true }
  expect(seen(await dialect.client(world.to, player, false, game).win(win))).toBe(`refused ${code}`)
  expect(await world.cents(bettor)).toBe(9000n)
  expect(seen(await client.win(win))).toBe('done 14000')
})

test('a win of SmartSoft on another game is refused; one that names no game is paid', async () => {
  const { client, round } = await world.playing(smartsoft)
  const bet = { tx: unique('bet'), round, cents: 1000n }
  await client.bet(bet)
  const win = (info: object, tx: string) =>
    client.post('Withdraw', {
      ...{ Amount: 50, CurrencyCode: 'KES', TransactionId: tx, TransactionType: 'CloseRound' },
      TransactionInfo: { RoundId: round, BetTransactionId: bet.tx, ...info },
    })
  expect(seen(await win({ GameName: 'Balloon' }, unique('win')))).toBe('refused 404')
  expect(seen(await win({}, unique('win')))).toBe('done 14000')
})

test('a promotion of Hub88’s supplier is a win without a bet, and its free bet debits nothing', async () => {
  const { client, player, round, bettor } = await world.playing(hub88)
  const promo = { is_supplier_promo: true, is_free: false }
  const send = (path: string, tx: string, amount: string, more: object) =>
    client.post(path, { transaction_uuid: tx, round, game_code: hub88.game, currency: 'KES', ...more }, amount)
  expect(seen(await send('transaction/win', unique('promo'), '700000', promo))).toBe('done 10700')
  expect(seen(await send('transaction/bet', unique('bet'), '1e6', promo))).toBe('done 10700')
  expect(seen(await send('transaction/win', unique('win'), '700000', {}))).toBe('refused RS_ERROR_WRONG_SYNTAX')
  const short = hub88.client(world.to, { ...player, id: player.id.padStart(4, '0') })
  expect(seen(await short.bet({ tx: unique('bet'), round: unique('round'), cents: 100n }))).toBe('done 10600')
  expect(await world.cents(bettor)).toBe(10_600n)
})

test('another player cannot repeat, win on or roll back a bet', async () => {
  const session = await world.playing(hub88)
  const other = await world.playing(hub88)
  const bet = { tx: unique('bet'), round: session.round, cents: 1000n }
  await session.client.bet(bet)
  expect(seen(await other.client.bet(bet))).toBe('refused RS_ERROR_DUPLICATE_TRANSACTION')
  const win = { tx: unique('win'), round: session.round, cents: 5000n, ref: bet.tx, closes: true }
  expect(seen(await other.client.win(win))).toBe('refused RS_ERROR_TRANSACTION_DOES_NOT_EXIST')
  expect(
    seen(await other.client.rollback({ tx: unique('back'), ref: bet.tx, round: session.round, cents: 1000n })),
  ).toBe('refused RS_ERROR_DUPLICATE_TRANSACTION')
  const stolen = hub88.client(world.to, { id: other.player.id, token: session.player.token })
  expect(seen(await stolen.bet({ ...bet, tx: unique('bet') }))).toBe('refused RS_ERROR_INVALID_TOKEN')
  expect([await world.cents(session.bettor), await world.cents(other.bettor)]).toEqual([9000n, 10_000n])
})

test('a repeat gets the same response after the session has ended', async () => {
  for (const dialect of dialects) {
    const { client, round, bettor } = await world.playing(dialect)
    const bet = { tx: unique('bet'), round, cents: 1000n }
    expect(seen(await client.bet(bet))).toBe('done 9000')
    await world.logOut(bettor)
    expect(seen(await client.bet(bet))).toBe('done 9000')
    expect(seen(await client.bet({ ...bet, cents: 1001n }))).toBe(`refused ${dialect.codes.duplicate}`)
    expect(seen(await client.bet({ ...bet, tx: unique('bet') }))).toBe(`refused ${dialect.codes.session}`)
  }
})

test('the same id sent by ten players concurrently is accepted for one of them', async () => {
  const players: Awaited<ReturnType<typeof world.playing<typeof smartsoft>>>[] = []
  for (let n = 0; n < 10; n++) players.push(await world.playing(smartsoft))
  const tx = unique('bet')
  const answers = await Promise.all(players.map(({ client }) => client.bet({ tx, round: 'shared', cents: 1000n })))
  expect(answers.map(seen).sort()).toEqual(['done 9000', ...Array.from({ length: 9 }, () => 'refused 409')])
  const cents = await Promise.all(players.map(({ bettor }) => world.cents(bettor)))
  expect(cents.reduce((sum, one) => sum + one, 0n)).toBe(99_000n)
})

test('a bet needs a launch with its provider, a win does not', async () => {
  const bettor = await world.bettor()
  const client = world.clientOf(bgaming, bettor, '')
  const bet = { tx: unique('bet'), round: unique('round'), cents: 1000n }
  expect(seen(await client.bet(bet))).toBe('refused 101')
  await world.launch(pragmatic, bettor)
  expect(seen(await client.bet(bet))).toBe('refused 101')
  await world.launch(bgaming, bettor)
  expect(seen(await client.bet(bet))).toBe('done 9000')
  await world.nare.app.clock.advance(24 * 3600 + 1)
  expect(seen(await client.bet({ ...bet, tx: unique('bet') }))).toBe('refused 101')
  expect(seen(await client.win({ ...bet, tx: unique('win'), closes: true }))).toBe('done 10000')
  expect(seen(await world.clientOf(bgaming, { ...bettor, id: 999_999_999n }, '').balance())).toBe('refused 101')
})

test('casino rounds are in history, file, statement and totals like any bet', async () => {
  const { client, bettor, round } = await world.playing(pragmatic)
  await client.bet({ tx: unique('bet'), round, cents: 1000n })
  await client.win({ tx: unique('win'), round, cents: 2500n })
  const { nare } = world
  const list = (await nare.call(betting.bets, { product: 'casino' }, bettor.token)).body
  expect(list.totals).toEqual({ staked: '10.00', returned: '25.00', net: '15.00', net_settled: '15.00' })
  expect(list.data[0]).toMatchObject({ legs: [], possible_win: null, total_odds: null })
  const headers = { authorization: `Bearer ${bettor.token}` }
  const file = (await nare.app.app.inject({ url: '/v1/bets.csv', headers })).body
  expect(file).toContain(`round ${pragmatic.game}:${round}`)
  const session = (await nare.call(protection.protection, {}, bettor.token)).body.session
  expect(session).toMatchObject({ staked: '10.00', returned: '25.00', net: '15.00' })
  await client.freeWin({ tx: unique('free'), round: unique('round'), cents: 300n })
  const statement = (await nare.call(ledger.transactions, {}, bettor.token)).body.data
  const game = { product: 'casino', game: 'pragmatic:savanna-reels', name: 'Savanna Reels' }
  expect(statement.slice(0, 3)).toMatchObject([
    { kind: 'win', amount: '3.00', about: null, ...game },
    { kind: 'win', amount: '25.00', ...game },
    { kind: 'stake', ...game },
  ])
  expect(statement[3]).not.toHaveProperty('product')
})

test('balance and ticket are published to the bettor with each call', async () => {
  const { client, round, bettor } = await world.playing(smartsoft)
  const ws = await world.nare.app.app.injectWS('/v1/live')
  const states: LiveMessage[] = []
  ws.on('message', (data: Buffer) => states.push(JSON.parse(data.toString()) as LiveMessage))
  ws.send(JSON.stringify({ auth: bettor.token }))
  ws.send(JSON.stringify({ subscribe: ['balance', 'bets'] }))
  const newest = (topic: string) => states.findLast((message) => message.topic === topic)?.state
  const shown = (topic: string) => expect.poll(() => newest(topic))
  await shown('balance').toMatchObject({ balance: '100.00' })
  const bet = { tx: unique('bet'), round, cents: 1000n }
  await client.bet(bet)
  await shown('balance').toMatchObject({ balance: '90.00' })
  await shown('bets').toMatchObject({ state: 'open', stake: '10.00', returned: '0.00' })
  await client.win({ ...bet, tx: unique('win'), cents: 2000n, ref: bet.tx, closes: true })
  await shown('balance').toMatchObject({ balance: '110.00' })
  await shown('bets').toMatchObject({ state: 'won', returned: '20.00' })
  ws.terminate()
})

test('two processes accept concurrent bets of one round as one ticket, within the balance', async () => {
  const { player, bettor, round } = await world.playing(bgaming)
  const second = await testApp({ PORT: '0' }, { base: world.nare.base })
  try {
    const url = await second.app.listen()
    const [one, other] = [bgaming.client(world.to, player), bgaming.client({ ...world.to, url }, player)]
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? one : other).bet({ tx: unique('bet'), round, cents: 1000n })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
    expect(await world.tickets(bettor)).toMatchObject([{ stake: '100.00', state: 'open' }])
    await one.win({ tx: unique('win'), round, cents: 2000n, closes: true })
    const next = unique('round')
    await one.bet({ tx: unique('bet'), round: next, cents: 500n })
    expect(seen(await other.win({ tx: unique('win'), round: next, cents: 700n, closes: true }))).toBe('done 2200')
    expect(await world.tickets(bettor)).toMatchObject([{ state: 'won', returned: '7.00' }, { state: 'won' }])
  } finally {
    await second.close()
  }
})

test('a token is created only for a phone number with an account and a game of a provider', async () => {
  const { msisdn } = await world.bettor()
  const ask = (who: string, game_id: string) => world.nare.call(sandbox.walletToken, { msisdn: who, game_id })
  expect((await ask('0799999999', 'pragmatic:x')).status).toBe(404)
  for (const game of ['x', 'pragmatic:', 'nobody:x', ':x']) expect((await ask(msisdn, game)).status).toBe(404)
})
