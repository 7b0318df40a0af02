import type { TodayState } from '@nare/contract/console-today'
import { formatMoney, money } from '@nare/money/money'
import type { MoneySpan, ProductMoney, SpanMoney } from '#modules/ledger/ledger'
import { percentText } from '#platform/percent-text'
import type { ConsoleDeps } from '../deps.ts'
import { judgeHealth, type Judged } from './health.ts'
import { openHealthFacts } from './health-facts.ts'
import { readNext } from './next.ts'
import { readQueues, readSuspicions, type Queue } from './queues.ts'

/** What Today shows, before it is written as text. */
export type Reading = {
  readonly queues: readonly Queue[]
  readonly health: readonly Judged[]
  readonly state: TodayState
}

/** Opens Today: what waits, the money of the day, the money at the providers, and what works. */
export function openToday(deps: ConsoleDeps) {
  const { ledger, payments, country } = deps
  const facts = openHealthFacts(deps)
  /** When the present trouble of each part was first seen here, for parts whose own beginning is not known. */
  const seen = new Map<string, { state: Judged['state']; atMs: number }>()

  function sinceOf({ name, state, sinceMs }: Judged, nowMs: number): string | null {
    if (state === 'ok') {
      seen.delete(name)
      return null
    }
    if (sinceMs !== undefined) return new Date(sinceMs).toISOString()
    const earlier = seen.get(name)
    const atMs = earlier?.state === state ? earlier.atMs : nowMs
    seen.set(name, { state, atMs })
    return new Date(atMs).toISOString()
  }

  return {
    /** Reads everything as of now. */
    async read(): Promise<Reading> {
      const [queues, day, float, known, next] = await Promise.all([
        readQueues(deps),
        ledger.spanMoney(country.timeZone, 'today'),
        payments.operator.floats(),
        facts(),
        readNext(deps),
      ])
      const health = judgeHealth(known)
      const state: TodayState = {
        queues: queues.map(queueView),
        ...moneyState(day),
        next,
        payments: {
          ...paidState(day),
          float: float.map(({ provider, balance, saidAt }) => ({
            provider,
            balance: balance === null ? null : formatMoney(money(balance)),
            at: saidAt?.toISOString() ?? null,
          })),
        },
        health: health.map((one) => ({
          ...{
            name: one.name,
            state: one.state,
            detail: one.detail,
            since: sinceOf(one, known.nowMs),
            advice: one.advice,
          },
        })),
      }
      return { queues, health, state }
    },

    /** What waits of suspicions for who asks, beside the queues of all. */
    async suspicions(own: bigint | undefined) {
      return queueView(await readSuspicions(deps, own))
    },

    /** The queues with that of suspicions, for what is told to the house's numbers. */
    async allQueues({ queues }: Reading): Promise<readonly Queue[]> {
      return [...queues, await readSuspicions(deps)]
    },

    /** The money of another span than the day. */
    async money(span: MoneySpan) {
      const of = await ledger.spanMoney(country.timeZone, span)
      return { ...moneyState(of), payments: paidState(of) }
    },
  }
}

const queueView = ({ name, count, oldestAt, promiseS }: Queue) => ({
  ...{ name, count, oldest_at: oldestAt?.toISOString() ?? null, promise_s: promiseS },
})

const moneyState = (of: SpanMoney) => ({
  money: of.inSpan.map((one, at) => ({ ...moneyView(one, of.lastWeek[at]), by_hour: byPart(of, at) })),
  hours: of.parts.map(({ begins, lastWeek }) => ({ begins: begins.toISOString(), last_week: formatMoney(lastWeek) })),
})

const paidState = ({ deposits, withdrawals }: SpanMoney) => ({
  deposits: formatMoney(deposits),
  withdrawals: formatMoney(withdrawals),
})

/** The stakes on the product at this place in each part that has begun. */
const byPart = ({ now, parts }: SpanMoney, at: number): string[] =>
  parts.filter(({ begins }) => begins <= now).map(({ stakes }) => formatMoney(stakes[at] ?? money(0n)))

function moneyView({ product, bets, stakes, returns }: ProductMoney, before: ProductMoney | undefined) {
  const gross = stakes - returns
  return {
    product,
    bets,
    stakes: formatMoney(stakes),
    returns: formatMoney(returns),
    gross: formatMoney(money(gross)),
    margin_percent: stakes === 0n ? null : percentText(gross, stakes),
    last_week: formatMoney(money(before ? before.stakes - before.returns : 0n)),
  }
}
