import { sql } from 'kysely'
import { expect } from 'vitest'
import { formatMoney, money } from '@nare/money/money'
import { ke } from '#country/ke'
import { waitingSettlements } from '#modules/betting/settling/settle-store'
import { openBonusCosts } from '#modules/bonus/costs'
import { accountSources } from '#modules/identity/identity'
import type { World } from '#modules/payments/testing/payments-world'
import { openAttribution } from '#modules/promotions/attribution'
import { bettorsReport } from '#modules/report/bettor-days'
import { fundsReport } from '#modules/report/funds'
import { grossReport } from '#modules/report/gross'
import { paymentsReport } from '#modules/report/payments-days'
import { taxReport } from '#modules/report/tax'
import { grossReturn, taxLines } from '#modules/report/tax-lines'
import { zone } from '#modules/report/testing/figures'
import { verifyReturns } from '#modules/returns/returns'
import type { Db } from '#platform/db'
import type { Days } from '#platform/day-span'

const text = (cents: bigint): string => formatMoney(money(cents))
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length)
const dayMs = 86_400_000

/** Every entry with the day of its transfer and the bettor whom the transfer concerns. */
const entries = sql`
  select (t.at at time zone ${zone}::text)::date as day, t.no, t.kind, e.amount, a.name, a.kind as account_kind, a.owner,
    max(a.owner) over (partition by t.no) as bettor
  from ledger.transfer t join ledger.entry e on e.transfer_no = t.no join ledger.account a on a.id = e.account_id`

/** Expects every report to equal the ledger: what it says of itself, and its amounts against the entries, which are read in another way. */
export async function expectReportsOfLedger(world: World): Promise<void> {
  const { db } = world.base
  const now = world.clock.now()
  const days = { from: isoDay(now - 390 * dayMs), to: isoDay(now + 2 * dayMs) }
  const country = { db, country: ke }
  for (const report of [
    await grossReport(db, zone, { ...days, by: 'product' }),
    await bettorsReport({ db, zone, accountSources }, days),
    await taxReport(country, days),
    await taxLines(country, days),
    await grossReturn(country, { month: isoDay(now).slice(0, 7) }),
  ])
    expect(report).toMatchObject({ ok: true, value: { equals_ledger: true } })
  await expectFunds(world)
  await expectPayments(world, days)
  await expectAttribution(world, { from: isoDay(now - 89 * dayMs), to: days.to })
  await expectBonusCosts(world)
  expect((await verifyReturns(db)).filter(({ broken }) => broken > 0)).toEqual([])
}

async function expectFunds({ base: { db }, payments }: World): Promise<void> {
  const report = await fundsReport({ db, zone, payments: payments() })
  const { rows } = await sql<{ account: string; balance: bigint }>`
    select kind as account, sum(balance)::bigint as balance from ledger.account where owner is not null group by 1
    union all select name, sum(amount)::bigint from (${entries}) e where owner is null group by 1`.execute(db)
  const of = (account: string): bigint => rows.find((row) => row.account === account)?.balance ?? 0n
  const owed = of('cash') + of('returnable') + of('transit:withdrawals')
  expect(report).toMatchObject({ ok: true, value: { equals_ledger: true, owed: text(owed) } })
  const lines = report.ok ? report.value.lines.map(({ name, amount }) => [name, amount]) : []
  expect(Object.fromEntries(lines)).toEqual({
    ...{ cash: text(of('cash')), returnable: text(of('returnable')), withdrawals: text(of('transit:withdrawals')) },
    ...{ bonus: text(of('bonus')), debt: text(of('debt')) },
    taxes: text(of('tax:excise') + of('tax:withholding') + of('tax:winnings') + of('tax:gross')),
    ...{ mpesa: text(-of('provider:mpesa')), airtel: text(-of('provider:airtel')), bank: text(-of('bank:main')) },
  })
}

async function expectPayments({ base: { db }, clock, payments }: World, days: Days): Promise<void> {
  const betting = { waitingSettlements: () => waitingSettlements(db) }
  const report = await paymentsReport({ db, zone, clock, payments: payments(), betting }, days)
  const { rows } = await sql<{ day: string; provider: string; in: bigint; out: bigint }>`
    select day::text as day, substr(name, 10) as provider, coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as in,
      coalesce(sum(amount) filter (where amount > 0), 0)::bigint as out
    from (${entries}) e where name like 'provider:%' group by 1, 2 order by 1, 2`.execute(db)
  expect(report).toMatchObject({ ok: true, value: { equals_ledger: true } })
  const said = report.ok ? report.value.data : []
  expect(said.map(({ day, provider, net }) => [day, provider, net])).toEqual(
    rows.map((row) => [row.day, row.provider, text(row.in - row.out)]),
  )
}

/** What the accounts of each source did in these days. */
async function expectAttribution({ base: { db } }: World, days: Days): Promise<void> {
  const report = await openAttribution({ db, country: ke, identity: { accountSources } })(days)
  const { rows } = await sql<{ source: string | null } & Record<'deposited' | 'staked' | 'returned' | 'given', bigint>>`
    select b.utm_source as source, coalesce(-sum(e.amount) filter (where e.kind = 'deposit' and e.account_kind = 'provider'), 0)::bigint as deposited,
      coalesce(sum(e.amount) filter (where e.owner is null and e.kind like '%stake%'), 0)::bigint as staked,
      coalesce(-sum(e.amount) filter (where e.owner is null and e.kind in ('win', 'refund', 'cash_out', 'correction', 'bonus_win', 'bonus_refund',
        'bonus_cash_out', 'bonus_correction')), 0)::bigint as returned,
      coalesce(-sum(e.amount) filter (where e.name = 'house:promotions'), 0)::bigint as given
    from (${entries}) e join identity.bettor b on b.id = e.bettor
    where e.day between ${days.from}::date and ${days.to}::date group by 1`.execute(db)
  const said = new Map(
    (report.ok ? report.value.data : []).map(
      ({ utm_source: source, deposited, staked, returned, bonus_cost: given }) => [
        source,
        { deposited, staked, returned, given },
      ],
    ),
  )
  for (const { source, ...amounts } of rows)
    expect([source, said.get(source)]).toEqual([
      source,
      Object.fromEntries(Object.entries(amounts).map(([name, cents]) => [name, text(cents)])),
    ])
}

/** What bonus money cost, against the bonus accounts. */
async function expectBonusCosts({ base: { db }, ledger }: World): Promise<void> {
  const costs = openBonusCosts({ db, ledger })
  while ((await costs.sum()) !== 'end');
  const promotions = await sql<{ id: string }>`
    select distinct promotion_id as id from bonus.grant where promotion_id is not null`.execute(db)
  const ids = promotions.rows.map(({ id }) => id)
  const [points, given] = [await costs.read('points'), await costs.read('promotion', ids)]
  const all = [points.of(), ...ids.map((id) => given.of(id))]
  const { rows } = await sql<{ granted: bigint; cost: bigint }>`
    select coalesce(sum(amount) filter (where account_kind = 'bonus' and kind = 'bonus_granted'), 0)::bigint as granted,
      coalesce(-sum(amount) filter (where name = 'house:promotions' and kind like 'bonus_%'), 0)::bigint as cost
    from (${entries}) e`.execute(db)
  const sum = (name: 'granted' | 'cost') => all.reduce((total, one) => total + one[name], 0n)
  expect({ granted: sum('granted'), cost: sum('cost') }).toEqual(rows[0])
}

/** Lets the bettors who sign up from now on come from this source. */
export async function signUpFrom(owner: Db, source: string | null): Promise<void> {
  await sql`alter table identity.bettor alter column utm_source set default ${source === null ? sql`null` : sql.lit(source)}`.execute(
    owner,
  )
}
