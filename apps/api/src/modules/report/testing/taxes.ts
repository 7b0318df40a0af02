import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { consoleReports as calls } from '@nare/contract/console-reports'
import type { Sent } from '@nare/contract/route'
import { money } from '@nare/money/money'
import { transact } from '#platform/db'
import type { TestApp } from '#testing/app'
import { operatorToken } from '#testing/operators'
import { zone } from './figures.ts'

export const people = { farida: 'finance', fatuma: 'finance', hawa: 'auditor', tom: 'trader' } as const
export const tokenOf = (name: keyof typeof people): string => operatorToken(name)
const reason = 'paid at the bank'
export const dayMs = 86_400_000

let made = 0

/** Deposits with excise, days, and remittances of a test application with these people. */
export function taxesOn(nare: TestApp, bettor: bigint) {
  /** A deposit of so many shillings, of which a part is excise. */
  async function deposit(shillings: number, excise: number): Promise<void> {
    const { ledger } = nare.app
    const one = {
      ...{ id: `deposit-${made++}`, kind: 'deposit' as const, bettor, against: ledger.house('provider:mpesa') },
      amount: money(BigInt(shillings - excise) * 100n),
      also: [{ account: ledger.house('tax:excise'), amount: money(BigInt(excise) * 100n) }],
    }
    await transact(nare.base.db, (tx) => ledger.credit(tx, [one]))
  }

  /** The day of the country so many days from now. */
  async function dayAt(days = 0): Promise<string> {
    const { rows } = await sql<{ day: string }>`
      select ((platform.now() at time zone ${zone}::text)::date + ${days}::int)::text as day`.execute(nare.base.db)
    return rows[0]?.day ?? ''
  }
  /** Moves the clock to noon so many days later: in the first half hour of a day that before it is not declared. */
  async function nextDays(days: number): Promise<void> {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from date_trunc('day', local) + make_interval(days => ${days}::int, hours => 12) - local)::int as seconds
      from (select platform.now() at time zone ${zone}::text as local) n`.execute(nare.base.db)
    await nare.app.clock.advance(rows[0]?.seconds ?? 0)
  }
  async function read(): Promise<void> {
    await nare.app.ledger.sumHouseFlow()
    while ((await nare.app.rollUps.follow()) !== 'end');
  }
  const job = (name: string) =>
    nare.app
      .jobs()
      .find((one) => one.name === name)
      ?.run()
  const declare = () => job('tax declarations')

  const remit = (given: Partial<Sent<typeof calls.remitTax>> & { day: string }, by: keyof typeof people = 'farida') =>
    nare.call(
      calls.remitTax,
      { id: randomUUID(), tax: 'excise', amount: '10', reference: 'PRN 77', reason, ...given },
      tokenOf(by),
    )
  const taxes = async (day: string, tax: 'excise' | 'gross' = 'excise') =>
    (await nare.call(calls.taxReport, { from: day, to: day, tax }, tokenOf('hawa'))).body
  const transfersOf = async (kind: string): Promise<number> =>
    (
      await sql<{ count: number }>`select count(*)::int as count from ledger.transfer where kind = ${kind}`.execute(
        nare.base.db,
      )
    ).rows[0]?.count ?? 0

  return { deposit, dayAt, nextDays, read, job, declare, remit, taxes, transfersOf }
}
