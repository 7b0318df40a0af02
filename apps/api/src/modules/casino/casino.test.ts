import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { protection } from '@nare/contract/protection'
import type { Dialect } from './testing/client.ts'
import { dialects } from './testing/dialects.ts'
import { openWalletWorld, seen, unique, type WalletWorld } from './testing/wallet-world.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await openWalletWorld()
})
afterAll(async () => {
  await world.verify()
  await world.close()
})

const all = dialects.map((dialect) => [dialect.provider, dialect] as const)

describe.each(all)('the wallet speaks %s', (_name, dialect: Dialect) => {
  const { codes } = dialect
  const refused = (code: keyof Dialect['codes']) => `refused ${codes[code]}`

  test('1 the balance is returned', async () => {
    const { client } = await world.playing(dialect)
    expect(seen(await client.balance())).toBe('done 10000')
  })

  test('2, 3, 4 a bet is debited once; a repeat returns the current balance, and the same id with other content is refused', async () => {
    const { client, round, bettor } = await world.playing(dialect)
    const bet = { tx: unique('bet'), round, cents: 1050n }
    const first = await client.bet(bet)
    expect(seen(first)).toBe('done 8950')
    expect(seen(await client.bet({ tx: unique('bet'), round: unique('round'), cents: 50n }))).toBe('done 8900')
    const again = await client.bet(bet)
    expect(seen(again)).toBe('done 8900')
    for (const name of ['transactionId', 'TransactionId', 'transactions'])
      expect(again.body[name]).toEqual(first.body[name])
    expect(seen(await client.bet({ ...bet, cents: 1051n }))).toBe(refused('duplicate'))
    expect(seen(await client.bet({ ...bet, round: unique('round') }))).toBe(refused('duplicate'))
    expect(await world.cents(bettor)).toBe(8900n)
    const [, ticket] = await world.tickets(bettor)
    const casino = { game_id: `${dialect.provider}:${dialect.game}`, name: expect.any(String) }
    expect(ticket).toMatchObject({ product: 'casino', stake: '10.50', state: 'open', returned: '0.00', casino })
  })

  test('5 a bet above the balance is refused and debits nothing', async () => {
    const { client, round, bettor } = await world.playing(dialect, 10)
    expect(seen(await client.bet({ tx: unique('bet'), round, cents: 1001n }))).toBe(refused('funds'))
    expect(await world.cents(bettor)).toBe(1000n)
    expect(await world.tickets(bettor)).toEqual([])
    expect(seen(await client.bet({ tx: unique('bet'), round, cents: 1000n }))).toBe('done 0')
  })

  test('6 a call with a wrong signature is refused and debits nothing', async () => {
    const { player, round, bettor } = await world.playing(dialect)
    const forger = dialect.client(world.to, player, true)
    expect(seen(await forger.bet({ tx: unique('bet'), round, cents: 100n }))).toBe(refused('signature'))
    expect(seen(await forger.win({ tx: unique('win'), round, cents: 100n }))).toBe(refused('signature'))
    expect(await world.cents(bettor)).toBe(10_000n)
  })

  test("7 after the bettor's session has ended bets are refused, and wins and rollbacks are accepted", async () => {
    const { client, round, bettor } = await world.playing(dialect)
    const [bet, other] = [unique('bet'), unique('bet')]
    await client.bet({ tx: bet, round, cents: 1000n })
    await client.bet({ tx: other, round: `${round}-2`, cents: 1000n })
    await world.logOut(bettor)
    expect(seen(await client.bet({ tx: unique('bet'), round, cents: 100n }))).toBe(refused('session'))
    expect(seen(await client.win({ tx: unique('win'), round, cents: 5000n, ref: bet, closes: true }))).toBe(
      'done 13000',
    )
    const rollback = { tx: unique('back'), ref: other, round: `${round}-2`, cents: 1000n }
    expect((await client.rollback(rollback)).cents ?? 14_000n).toBe(14_000n)
    expect(await world.nare.app.ledger.balances(bettor.id)).toMatchObject({ balance: 14_000n })
  })

  test('8, 9 a win is paid once and ends the round, and a repeat returns the current balance', async () => {
    const { client, round, bettor } = await world.playing(dialect)
    const bet = unique('bet')
    await client.bet({ tx: bet, round, cents: 2000n })
    const win = { tx: unique('win'), round, cents: 3500n, ref: bet, closes: true }
    expect(seen(await client.win(win))).toBe('done 11500')
    expect(seen(await client.win(win))).toBe('done 11500')
    expect(seen(await client.win({ ...win, cents: 3600n }))).toBe(refused('duplicate'))
    const [ticket] = await world.tickets(bettor)
    expect(ticket).toMatchObject({ state: 'won', stake: '20.00', returned: '35.00' })
    const evidence = await world.nare.app.tickets.house.evidence(BigInt(ticket?.bet_id ?? 0))
    expect(evidence?.proof.why).toMatch(/the provider's round paid 35\.00 for 20\.00\.$/)
    expect(evidence?.proof.round?.steps).toMatchObject([
      { text: expect.stringMatching(/^Stake /), amount: '20.00' },
      { text: expect.stringMatching(/^Win /), amount: '35.00' },
    ])
  })

  test('10 a win without its bet is refused', async () => {
    const { client, round, bettor } = await world.playing(dialect)
    const win = { tx: unique('win'), round, cents: 3500n, ref: unique('bet'), closes: true }
    expect(seen(await client.win(win))).toBe(refused('unknownBet'))
    expect(await world.cents(bettor)).toBe(10_000n)
  })

  test('11, 12 a rollback refunds the stake once', async () => {
    const { client, round, bettor } = await world.playing(dialect)
    const bet = unique('bet')
    await client.bet({ tx: bet, round, cents: 2000n })
    const rollback = { tx: unique('back'), ref: bet, round, cents: 2000n }
    expect(await client.rollback(rollback)).toMatchObject({ ok: true })
    expect(await client.rollback(rollback)).toMatchObject({ ok: true })
    expect(await client.rollback({ ...rollback, tx: unique('back') })).toMatchObject({ ok: true })
    expect(await world.cents(bettor)).toBe(10_000n)
    expect(await world.tickets(bettor)).toMatchObject([{ state: 'void', stake: '20.00', returned: '20.00' }])
  })

  test('13, 14, 15 a rollback may arrive before its bet; the bet and a win on it are then refused', async () => {
    const { client, round, bettor } = await world.playing(dialect)
    const bet = { tx: unique('bet'), round, cents: 2000n }
    const rollback = { tx: unique('back'), ref: bet.tx, round, cents: 2000n }
    expect(await client.rollback(rollback)).toMatchObject({ ok: true })
    expect(await client.rollback(rollback)).toMatchObject({ ok: true })
    expect(seen(await client.bet(bet))).toBe(refused('rolledBack'))
    const win = { tx: unique('win'), round, cents: 9000n, ref: bet.tx, closes: true }
    expect(await client.win(win)).toMatchObject({ ok: false })
    expect(await world.cents(bettor)).toBe(10_000n)
    const other = { tx: unique('bet'), round: unique('round'), cents: 2000n }
    await client.bet(other)
    await client.rollback({ tx: unique('back'), ref: other.tx, round: other.round, cents: 2000n })
    expect(seen(await client.win({ ...win, tx: unique('win'), round: other.round, ref: other.tx }))).toBe(
      refused('rolledBack'),
    )
    expect(seen(await client.bet(other))).toMatch(/done 10000|refused/)
    expect(await world.cents(bettor)).toBe(10_000n)
  })

  test('16 two bets of a round are one ticket, and one of them can be rolled back', async () => {
    const { client, round, bettor } = await world.playing(dialect)
    const [first, second] = [unique('bet'), unique('bet')]
    await client.bet({ tx: first, round, cents: 1000n })
    expect(seen(await client.bet({ tx: second, round, cents: 500n }))).toBe('done 8500')
    expect(await world.tickets(bettor)).toMatchObject([{ state: 'open', stake: '15.00' }])
    await client.rollback({ tx: unique('back'), ref: second, round, cents: 500n })
    expect(seen(await client.win({ tx: unique('win'), round, cents: 3000n, ref: first, closes: true }))).toBe(
      'done 12000',
    )
    expect(await world.tickets(bettor)).toMatchObject([{ state: 'won', stake: '15.00', returned: '35.00' }])
  })

  test('18 a win of zero ends the round as lost', async () => {
    const { client, round, bettor } = await world.playing(dialect)
    const bet = unique('bet')
    await client.bet({ tx: bet, round, cents: 1000n })
    const win = { tx: unique('win'), round, cents: 0n, ref: bet, closes: true }
    expect(seen(await client.win(win))).toBe('done 9000')
    expect(await world.tickets(bettor)).toMatchObject([{ state: 'lost', stake: '10.00', returned: '0.00' }])
  })

  test('19 a win of free rounds is paid without a bet, once', async () => {
    const { client, round, bettor } = await world.playing(dialect)
    const win = { tx: unique('free'), round, cents: 700n, closes: dialect.provider !== 'smartsoft' }
    expect(await client.freeWin(win)).toMatchObject({ ok: true })
    expect(await client.freeWin(win)).toMatchObject({ ok: true })
    expect(await world.cents(bettor)).toBe(10_700n)
  })

  test('20 a bet of an excluded bettor is refused, and a win is paid', async () => {
    const { client, round, bettor } = await world.playing(dialect)
    const bet = unique('bet')
    await client.bet({ tx: bet, round, cents: 1000n })
    expect((await world.nare.call(protection.selfExclude, { period: '24h' }, bettor.token)).status).toBe(200)
    expect(seen(await client.bet({ tx: unique('bet'), round, cents: 100n }))).toBe(refused('excluded'))
    expect(seen(await client.win({ tx: unique('win'), round, cents: 2500n, ref: bet, closes: true }))).toBe(
      'done 11500',
    )
  })

  test('of fifty concurrent bets with funds for ten, ten are accepted', async () => {
    const { client, round, bettor } = await world.playing(dialect, 100)
    const bets = Array.from({ length: 50 }, (_, n) => ({ tx: unique('bet'), round: `${round}-${n % 7}`, cents: 1000n }))
    const answers = await Promise.all(bets.map((bet) => client.bet(bet)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
    expect(new Set(answers.filter(({ ok }) => !ok).map(({ code }) => code))).toEqual(new Set([codes.funds]))
    expect(await world.cents(bettor)).toBe(0n)
  })

  test('a hundred identical concurrent bets debit one stake, and a hundred identical wins pay once', async () => {
    const { client, round, bettor } = await world.playing(dialect)
    const bet = { tx: unique('bet'), round, cents: 1000n }
    const answers = await Promise.all(Array.from({ length: 100 }, () => client.bet(bet)))
    expect(new Set(answers.map(seen))).toEqual(new Set(['done 9000']))
    const win = { tx: unique('win'), round, cents: 1500n, ref: bet.tx, closes: true }
    const paid = await Promise.all(Array.from({ length: 100 }, () => client.win(win)))
    expect(new Set(paid.map(seen))).toEqual(new Set(['done 10500']))
    expect(await world.cents(bettor)).toBe(10_500n)
  })

  test('a bet with fractions of a cent is malformed, and a win is rounded down to the cent', async () => {
    const { client, round, bettor } = await world.playing(dialect)
    const bet = { tx: unique('bet'), round, cents: 0n }
    expect(seen(await client.betText(bet, '10.005'))).toBe(refused('malformed'))
    expect(seen(await client.betText(bet, dialect.provider === 'smartsoft' ? '1.010e1' : '10.100'))).toBe('done 8990')
    const win = { tx: unique('win'), round, cents: 0n, ref: bet.tx, closes: true }
    expect(seen(await client.winText(win, '20.019'))).toBe('done 10991')
    expect(await world.cents(bettor)).toBe(10_991n)
  })

  test('an unreadable body is refused and debits nothing', async () => {
    const { client, bettor } = await world.playing(dialect)
    for (const body of ['', '{', '[]', '{"Amount":1e2}', 'a=1&a=2', '\u0000', '{"amount":-5}', 'x'.repeat(70_000)])
      expect(await client.raw(body)).toMatchObject({ ok: false })
    expect(await world.cents(bettor)).toBe(10_000n)
  })

  test('a launch that is not claimed within a minute expires, and a launch can be claimed once', async () => {
    const late = await world.bettor()
    const token = await world.launch(dialect, late)
    await world.nare.app.clock.advance(61)
    const client = world.clientOf(dialect, late, token)
    if (dialect.provider !== 'bgaming') expect(await client.open()).toMatchObject({ ok: false })
    const { client: open, player } = await world.playing(dialect)
    const again = await dialect.client(world.to, player).open()
    expect(again.ok).toBe(dialect.provider === 'hub88' || dialect.provider === 'bgaming')
    expect(seen(await open.bet({ tx: unique('bet'), round: unique('round'), cents: 100n }))).toBe('done 9900')
  })
})
