import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grossTaxOn, type GrossTaxRule } from '#country/country'
import { ke } from '#country/ke'
import { tz } from '#country/tz'
import { testDatabase, type TestDatabase } from '#testing/database'
import { taxesOf } from './tax.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.close())

/** What the products have staked and returned in a month, in cents; of Tanzania's taxes unless it is said. */
async function dueOf(
  month: string,
  played: Readonly<Record<string, readonly [stakes: number, returns: number]>>,
  grossTaxes: readonly GrossTaxRule[] = tz.grossTaxes ?? [],
) {
  const day = `${month}-10`
  for (const [product, [stakes, returns]] of Object.entries(played))
    await sql`
      insert into report.money_day (day, account, kind, amount, transfers)
      values (${day}::date, ${`house:${product}`}, 'stake', ${stakes}::bigint, 1), (${day}::date, ${`house:${product}`}, 'win', ${-returns}::bigint, 1)`.execute(
      base.db,
    )
  const country = { grossTaxes, timeZone: tz.timeZone }
  return taxesOf(base.db, { country, days: { from: day, to: day }, taxes: ['gross'] })
}

test('virtual games have a rate of their own, and a loss of one rate takes nothing off the tax of another', async () => {
  // 25 % of 200.01 + 99.99 and 10 % of 50.09, each rounded down once.
  const both = { sports: [100_000, 79_999], casino: [20_000, 10_001], league: [10_000, 4991] } as const
  expect(await dueOf('2031-01', both)).toMatchObject([{ due: 7500n + 500n, percent: null, basis: 35_009n }])
  const lost = { sports: [100_000, 150_000], league: [10_000, 4991] } as const
  expect(await dueOf('2031-02', lost)).toMatchObject([{ due: 500n, percent: null, basis: -44_991n }])
  // Products with one rate are summed before it is taken.
  const one = { sports: [100_000, 150_000], games: [80_000, 20_000] } as const
  expect(await dueOf('2031-03', one)).toMatchObject([{ due: 2500n, percent: '25', basis: 10_000n }])
  expect(await dueOf('2031-04', { league: [10_000, 4991] })).toMatchObject([{ due: 500n, percent: '10' }])
  expect(await dueOf('2031-05', both, ke.grossTaxes)).toMatchObject([{ due: 5251n, percent: '15', basis: 35_009n }])
  expect(await dueOf('2031-06', both, [])).toEqual([])
})

test('the latest rate that has begun holds, and of one day the one that names the product', () => {
  const grossTaxes = [
    { from: '2030-01-01', percent: '25' },
    { from: '2030-01-01', percent: '10', product: 'league' },
    { from: '2031-01-01', percent: '30' },
  ] as const
  const on = (day: string, product: 'league' | 'sports') => grossTaxOn({ grossTaxes }, { day, product })
  expect([on('2030-06-30', 'league'), on('2030-06-30', 'sports')]).toEqual(['10', '25'])
  expect([on('2031-01-31', 'league'), on('2029-12-31', 'league')]).toEqual(['30', '0'])
})
