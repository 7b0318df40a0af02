import { sql } from 'kysely'
import type { consoleReports } from '@nare/contract/console-reports'
import { done, type Outcome } from '@nare/contract/outcome'
import type { Answer, Received } from '@nare/contract/route'
import type { Betting } from '#modules/betting/betting'
import type { Payments, ProviderName } from '#modules/payments/payments'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Waiting } from '#platform/waiting'
import { countedUpTo, readTogether, refusedDays, text } from './counted.ts'

type Report = typeof consoleReports.paymentsReport
type Row = Record<'deposited' | 'withdrawn' | 'net', bigint> &
  Record<'deposits' | 'withdrawals', number> & { day: string; provider: ProviderName }
type Deps = {
  readonly db: Db
  readonly zone: string
  readonly clock: Clock
  readonly payments: { readonly operator: Pick<Payments['operator'], 'waiting' | 'sentPayouts'> }
  readonly betting: Pick<Betting, 'waitingSettlements'>
}

/** A cash prize is paid within two days. */
const paidWithinMs = 2 * 86_400_000

/** Money in and out at each provider by day, and how long the oldest withdrawal waits for a person. */
export async function paymentsReport(
  { db, zone, clock, payments, betting }: Deps,
  days: Received<Report>,
): Promise<Outcome<Answer<Report>, 'invalid_input'>> {
  const refusal = refusedDays(days)
  if (refusal) return refusal
  const [{ rows, counted }, { queued }, sent, unsettled] = await Promise.all([
    readTogether(db, async (tx) => ({
      rows: (
        await sql<Row>`
          select day::text as day, substr(account, 10) as provider,
            coalesce(sum(transfers) filter (where kind = 'deposit'), 0)::int as deposits,
            coalesce(-sum(amount) filter (where kind in ('deposit', 'returnable')), 0)::bigint as deposited,
            coalesce(sum(transfers) filter (where kind = 'withdrawal_paid'), 0)::int as withdrawals,
            coalesce(sum(amount) filter (where kind in ('withdrawal_paid', 'withdrawal_overpaid')), 0)::bigint as withdrawn,
            (-sum(amount))::bigint as net
          from report.money_day where account like 'provider:%' and day between ${days.from}::date and ${days.to}::date
          group by 1, 2 order by 1, 2`.execute(tx)
      ).rows,
      counted: await countedUpTo(tx, { zone, days }),
    })),
    payments.operator.waiting(),
    payments.operator.sentPayouts(),
    betting.waitingSettlements(),
  ])
  const view = ({ count, oldestAt }: Waiting) => ({ count, oldest_at: oldestAt?.toISOString() ?? null })
  const withLate = (of: Waiting) => ({
    ...view(of),
    late: of.oldestAt !== null && clock.now() - of.oldestAt.getTime() > paidWithinMs,
  })
  return done({
    data: rows.map(({ deposited, withdrawn, net, ...row }) => ({
      ...row,
      ...{ deposited: text(deposited), withdrawn: text(withdrawn), sent_back: text(deposited - withdrawn - net) },
      net: text(net),
    })),
    waiting: view(queued),
    unpaid: withLate(together([queued, sent])),
    prizes: withLate(unsettled),
    ...counted,
  })
}

/** Several queues as one. */
const together = (queues: readonly Waiting[]): Waiting => ({
  count: queues.reduce((sum, { count }) => sum + count, 0),
  oldestAt: queues.reduce<Date | null>(
    (oldest, { oldestAt: at }) => (at !== null && (oldest === null || at < oldest) ? at : oldest),
    null,
  ),
})
