import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ledger } from '@nare/contract/ledger'
import type { TaxRule } from '#country/country'
import { ke } from '#country/ke'
import { hub88 } from './testing/hub88-client.ts'
import { pragmatic } from './testing/pragmatic-client.ts'
import { openWalletWorld, seen, unique, type WalletWorld } from './testing/wallet-world.ts'

vi.setConfig({ testTimeout: 240_000 })

const withWins = (of: 'net' | 'gross') => {
  const rule: TaxRule = { from: '2025-07-02', kind: 'withholding', base: 'win', percent: '15', product: 'casino', of }
  return [...ke.taxes, rule]
}

describe.each(['net', 'gross'] as const)('the %s tax on the winnings of a round', (of) => {
  let world: WalletWorld
  beforeAll(async () => {
    world = await openWalletWorld({}, { taxes: withWins(of) })
  })
  afterAll(async () => {
    await world.verify()
    await world.close()
  })
  const withheld = () => world.nare.app.ledger.houseBalance('tax:winnings')

  test('is that of all its payments above all its stakes, however it is divided into calls', async () => {
    const { client, bettor, round } = await world.playing(hub88)
    const [first, second] = [unique('bet'), unique('bet')]
    await client.bet({ tx: first, round, cents: 1000n })
    // 20 returned for 10: 1.50 of the net win, or 3.00 of the payout.
    const after = of === 'net' ? 10_850n : 10_700n
    expect(seen(await client.win({ tx: unique('win'), round, cents: 2000n, ref: first }))).toBe(`done ${after}`)
    await client.bet({ tx: second, round, cents: 1500n })
    // 24 returned for 25: no win, so the tax is given back.
    expect(seen(await client.win({ tx: unique('win'), round, cents: 400n, ref: second, closes: true }))).toBe(
      'done 9900',
    )
    expect(await world.tickets(bettor)).toMatchObject([{ stake: '25.00', returned: '24.00' }])
    expect((await world.tickets(bettor))[0]).not.toHaveProperty('tax')
    const { data } = (await world.nare.call(ledger.transactions, { kind: 'win' }, bettor.token)).body
    expect(data.map(({ tax }) => tax)).toEqual(of === 'net' ? ['-1.50', '1.50'] : ['-3.00', '3.00'])
  })

  test('goes back when the win is rolled back', async () => {
    const { client, bettor, round } = await world.playing(hub88)
    const before = await withheld()
    const [bet, win] = [unique('bet'), unique('win')]
    await client.bet({ tx: bet, round, cents: 1000n })
    await client.win({ tx: win, round, cents: 5000n, ref: bet, closes: true })
    expect((await withheld()) - before).toBe(of === 'net' ? 600n : 750n)
    expect(seen(await client.rollback({ tx: unique('back'), ref: win, round, cents: 5000n }))).toBe('done 9000')
    expect((await withheld()) - before).toBe(0n)
    expect(await world.cents(bettor)).toBe(9000n)
  })

  test.each([
    [9000n, 'done 0'],
    [9001n, 'refused 1'],
  ])(
    'is no part of what a balance must cover of a corrected win: after a stake of %s cents it is %s',
    async (stake, end) => {
      const { client, bettor, round } = await world.playing(pragmatic)
      const before = await withheld()
      await client.bet({ tx: unique('bet'), round, cents: 1000n })
      await client.win({ tx: unique('win'), round, cents: 5000n })
      await client.bet({ tx: unique('bet'), round: unique('round'), cents: stake })
      expect(seen(await client.adjust({ tx: unique('adjust'), round, cents: 0n }, '-50.00'))).toBe(end)
      const isDone = end === 'done 0'
      const won = of === 'net' ? 4400n : 4250n
      expect((await withheld()) - before).toBe(isDone ? 0n : 5000n - won)
      expect(await world.nare.app.ledger.balances(bettor.id)).toMatchObject({ balance: isDone ? 0n : won - 1n })
    },
  )

  test('of a free round is on the whole payment, and goes back with it', async () => {
    const { client, bettor, round } = await world.playing(hub88)
    const before = await withheld()
    const [bet, win] = [unique('bet'), unique('win')]
    await client.bet({ tx: bet, round, cents: 0n, free: true })
    expect(seen(await client.win({ tx: win, round, cents: 4000n, ref: bet, closes: true }))).toBe('done 13400')
    expect((await withheld()) - before).toBe(600n)
    expect(seen(await client.rollback({ tx: unique('back'), ref: win, round, cents: 4000n }))).toBe('done 10000')
    expect((await withheld()) - before).toBe(0n)
    expect(await world.cents(bettor)).toBe(10_000n)
  })

  test('is withheld once from a win that is sent a hundred times at once', async () => {
    const { client, bettor, round } = await world.playing(hub88)
    const before = await withheld()
    const bet = unique('bet')
    await client.bet({ tx: bet, round, cents: 1000n })
    const win = { tx: unique('win'), round, cents: 5000n, ref: bet, closes: true }
    await Promise.all(Array.from({ length: 100 }, () => client.win(win)))
    const tax = of === 'net' ? 600n : 750n
    expect([(await withheld()) - before, await world.cents(bettor)]).toEqual([tax, 14_000n - tax])
  })

  type Call = { kind: 'bet' | 'win' | 'rollback'; cents: bigint; which: number }
  const aCall: fc.Arbitrary<Call> = fc.record({
    kind: fc.constantFrom('bet', 'win', 'win', 'rollback'),
    cents: fc.bigInt(1n, 2000n),
    which: fc.nat({ max: 5 }),
  })

  /** The tax of a round, as a person computes it. */
  const taxOf = (returned: bigint, staked: bigint): bigint =>
    returned > staked ? ((of === 'net' ? returned - staked : returned) * 15n) / 100n : 0n

  test('agrees with a slow twin after any stakes, wins and rollbacks', async () => {
    async function run(calls: readonly Call[]): Promise<void> {
      const { client, bettor, round } = await world.playing(hub88, 1000)
      const before = await withheld()
      const moves = [{ tx: unique('bet'), kind: 'bet', cents: 1000n, isBack: false }]
      await client.bet({ tx: moves[0]?.tx ?? '', round, cents: 1000n })
      const sum = (kind: string, isBack = [true, false]): bigint =>
        moves.reduce((total, one) => total + (one.kind === kind && isBack.includes(one.isBack) ? one.cents : 0n), 0n)
      for (const { kind, cents, which } of calls) {
        const ref = moves.find((one) => one.kind === 'bet' && !one.isBack)
        const tx = unique(kind)
        if (kind === 'bet' && (await client.bet({ tx, round, cents })).ok)
          moves.push({ tx, kind, cents, isBack: false })
        if (kind === 'win' && ref && (await client.win({ tx, round, cents, ref: ref.tx })).ok)
          moves.push({ tx, kind, cents, isBack: false })
        const undone = moves[which]
        if (kind === 'rollback' && undone && !undone.isBack)
          undone.isBack = (await client.rollback({ tx, ref: undone.tx, round, cents: undone.cents })).ok
      }
      const ref = moves.find((one) => one.kind === 'bet' && !one.isBack)
      if (ref) await client.win({ tx: unique('end'), round, cents: 0n, ref: ref.tx, closes: true })
      const staked = sum('bet')
      const returned = sum('bet', [true]) + sum('win', [false])
      const tax = taxOf(returned, staked)
      expect((await withheld()) - before).toBe(tax)
      const { balance } = await world.nare.app.ledger.balances(bettor.id)
      expect(balance).toBe(100_000n - staked + returned - tax)
    }
    await fc.assert(fc.asyncProperty(fc.array(aCall, { minLength: 2, maxLength: 9 }), run), { numRuns: 20 })
  })
})

test('a round that its provider ends on a later day keeps the rate of the day on which it paid', async () => {
  const dayOf = (atMs: number): string => new Intl.DateTimeFormat('en-CA', { timeZone: ke.timeZone }).format(atMs)
  const startMs = Date.now()
  const rise: TaxRule = { from: dayOf(startMs + 2 * 86_400_000), kind: 'withholding', base: 'win', percent: '40' }
  const world = await openWalletWorld({}, { taxes: [...withWins('net'), { ...rise, product: 'casino' }] })
  const withheld = () => world.nare.app.ledger.houseBalance('tax:winnings')
  try {
    const { client, bettor, round } = await world.playing(hub88)
    const [bet, late] = [unique('bet'), unique('bet')]
    await client.bet({ tx: bet, round, cents: 1000n })
    await client.win({ tx: unique('win'), round, cents: 5000n, ref: bet })
    expect(await withheld()).toBe(600n)
    await world.nare.app.clock.advance(2 * 86_400 + 3_600)
    await world.nare.app.casino.sweepRounds()
    expect(await world.tickets(bettor)).toMatchObject([{ state: 'won', returned: '50.00', tax: { percent: '15' } }])
    expect([await withheld(), await world.cents(bettor)]).toEqual([600n, 13_400n])
    const next = await world.playing(hub88)
    await next.client.bet({ tx: late, round: next.round, cents: 1000n })
    await next.client.win({ tx: unique('win'), round: next.round, cents: 5000n, ref: late, closes: true })
    expect(await withheld()).toBe(600n + 1600n)
    await world.verify()
  } finally {
    await world.close()
  }
})
