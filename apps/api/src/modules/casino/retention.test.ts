import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledger } from '@nare/contract/ledger'
import { openDb, type Db } from '#platform/db'
import { openLog } from '#platform/log'
import { openRetention } from '#platform/retention'
import { roundRetention, tombstoneRetention } from './casino.ts'
import { hub88 } from './testing/hub88-client.ts'
import { openWalletWorld, seen, unique, type WalletWorld } from './testing/wallet-world.ts'

let world: WalletWorld
let owner: Db
beforeAll(async () => {
  world = await openWalletWorld()
  owner = openDb(world.nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
})
afterAll(async () => {
  await owner.destroy()
  await world.close()
})

test('rounds closed seven years ago are deleted with their transactions; tickets, money and payments without a bet stay', async () => {
  const { client, bettor, round } = await world.playing(hub88)
  const bet = { tx: unique('bet'), round, cents: 1000n }
  await client.bet(bet)
  await client.win({ tx: unique('win'), round, cents: 2500n, ref: bet.tx, closes: true })
  const free = { tx: unique('free'), round: unique('round'), cents: 0n, free: true }
  await client.bet(free)
  await client.win({ tx: unique('win'), round: free.round, cents: 300n, ref: free.tx, closes: true })
  await client.rollback({ tx: unique('back'), ref: unique('never'), round: unique('round'), cents: 100n })
  const years = (from: string) => sql`${sql.raw(from)} = ${sql.raw(from)} - interval '7 years 1 day'`
  await sql`update casino.round set ${years('closed_at')}`.execute(owner)
  await sql`update casino.provider_tx set ${years('at')}`.execute(owner)
  const recent = { tx: unique('bet'), round: unique('round'), cents: 500n }
  await client.bet(recent)
  await client.win({ tx: unique('win'), round: recent.round, cents: 0n, ref: recent.tx, closes: true })
  const tickets = (await world.tickets(bettor)).map(({ casino: _gone, ...ticket }) => ticket)
  const cents = await world.cents(bettor)

  const run = await openRetention({
    connection: world.nare.base.connection,
    log: openLog('silent'),
    ...{ folder: undefined, years: 7, days: 90, months: [], ranges: [] },
    forget: [roundRetention, tombstoneRetention],
  }).run()
  expect(run?.deleted).toEqual({ 'casino rounds': 2, 'rollbacks of debits that never came': 2 })

  const { rows } = await sql<{ kind: string; amount: bigint }>`
    select kind, amount from casino.provider_tx order by id`.execute(owner)
  expect(rows.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['credit 300', 'debit 500', 'credit 0'])
  expect((await world.tickets(bettor)).map(({ casino: _gone, ...ticket }) => ticket)).toEqual(tickets)
  expect(await world.cents(bettor)).toBe(cents)
  await world.verify()
  const statement = (await world.nare.call(ledger.transactions, {}, bettor.token)).body.data
  expect(statement.map(({ product, name }) => [product, name])).toEqual([
    ['casino', 'Mini Roulette'],
    ['casino', 'Mini Roulette'],
    ['casino', undefined],
    ['casino', undefined],
    [undefined, undefined],
  ])
  expect(seen(await client.bet(recent))).toBe(`done ${cents}`)
})
