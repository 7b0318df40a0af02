import { sql } from 'kysely'
import type { consoleReports } from '@nare/contract/console-reports'
import { done, type Outcome } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { taxAccounts } from '#modules/ledger/ledger'
import type { Payments } from '#modules/payments/payments'
import type { Db } from '#platform/db'
import { countedUpTo, readTogether, text } from './counted.ts'

type Report = typeof consoleReports.fundsReport
type Line = Answer<Report>['lines'][number]
type Deps = {
  readonly db: Db
  readonly zone: string
  readonly payments: { readonly operator: Pick<Payments['operator'], 'floats'> }
}

/** What the house owes to its bettors beside the money that it has at the providers and in the bank. */
export async function fundsReport({ db, zone, payments }: Deps): Promise<Outcome<Answer<Report>, never>> {
  const [{ balances, counted }, floats] = await Promise.all([
    readTogether(db, async (tx) => {
      const { rows } = await sql<{ account: string; balance: bigint }>`
        select account, sum(amount)::bigint as balance from report.money_day group by account`.execute(tx)
      return {
        balances: new Map(rows.map(({ account, balance }) => [account, balance])),
        counted: await countedUpTo(tx, { zone }),
      }
    }),
    payments.operator.floats(),
  ])
  const of = (account: string): bigint => balances.get(account) ?? 0n
  const line = (name: Line['name'], amount: bigint): Line => ({ name, amount: text(amount), said: null, said_at: null })
  const taxes = taxAccounts.reduce((sum, account) => sum + of(account), 0n)
  const owed = of('bettors:cash') + of('bettors:returnable') + of('transit:withdrawals')
  // Money that the house has is a negative balance of its account.
  const float = floats.reduce((sum, { provider, balance }) => sum + (balance ?? -of(`provider:${provider}`)), 0n)
  const bank = -of('bank:main')
  return done({
    ...{ owed: text(owed), float: text(float), bank: text(bank), covered: float + bank >= owed },
    lines: [
      line('cash', of('bettors:cash')),
      line('returnable', of('bettors:returnable')),
      line('withdrawals', of('transit:withdrawals')),
      line('bonus', of('bettors:bonus')),
      line('debt', of('bettors:debt')),
      line('taxes', taxes),
      ...floats.map(({ provider, balance, saidAt }) => ({
        ...line(provider, -of(`provider:${provider}`)),
        ...{ said: balance === null ? null : text(balance), said_at: saidAt?.toISOString() ?? null },
      })),
      line('bank', bank),
    ],
    ...counted,
  })
}
