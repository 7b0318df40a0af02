import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/payments-world.ts'
import { claimDueDeposits } from './store.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('a due prompt is claimed although unconfirmed paybill payments were due long before it', async () => {
  const { db } = world.base
  const [bettor] = await world.bettors(1)
  if (!bettor) throw new Error('no bettor was seeded')
  const path = new URL(await world.payments().callbackAddress('mpesa')).pathname
  const claims = Array.from({ length: 40 }, (_, n) => ({
    TransID: `CLAIM${n}`,
    TransAmount: '50.00',
    BillRefNumber: bettor.msisdn,
  }))
  await Promise.all(claims.map((body) => world.post(path, body, bettor)))
  await world.deposit(bettor, '100')
  await world.quiet()
  await sql`
    update payments.deposit set next_check_at = platform.now() - case kind when 'prompt' then interval '0' else interval '1 hour' end`.execute(
    db,
  )
  const kinds = (await claimDueDeposits(db, 16)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'prompt')).toHaveLength(1)
  expect(kinds.filter((kind) => kind === 'paybill')).toHaveLength(16)
})
