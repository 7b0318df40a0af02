import type { LimitsView, LimitView, protection as calls } from '@nare/contract/protection'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Received } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import type { Country, LimitChanges } from '#country/country'
import { depositedSince, playTotalsSince, type Ledger } from '#modules/ledger/ledger'
import { transact, type Db, type Tx } from '#platform/db'
import { usedOn } from './gate.ts'
import { decideLimit, limitKinds, limitPeriods, stoppedBy, type LimitKind, type LimitPeriod } from './limits.ts'
import * as store from './limits-store.ts'

type Deps = { db: Db; moneyDb: Db; ledger: Ledger; country: Pick<Country, 'limitChanges' | 'timeZone'> }
type Lowered = Outcome<LimitsView, 'not_found' | 'invalid_input'>
export type RequestedLimits = Received<typeof calls.setLimits>

/** A bettor's limits: values, use, and pending changes. */
export function openLimits({ db, moneyDb, ledger, country: { timeZone: zone, limitChanges } }: Deps) {
  return {
    limits: (bettor: bigint): Promise<LimitsView> => transact(db, async (tx) => view(tx, await read(tx, bettor))),

    /** Applies requested limits, under the lock of stakes and deposits, so that a stricter limit applies from its commit on. */
    setLimits: (bettor: bigint, requested: RequestedLimits): Promise<LimitsView> =>
      transact(moneyDb, async (tx) => {
        const decided = await decide(tx, bettor, { requested, changes: limitChanges })
        return apply(tx, bettor, decided)
      }),

    /**
     * Lowers limits as an operator, all or none: a higher limit or the removal of one is refused (invalid_input, with the limits that are no
     * lower), and so is an account that does not exist. `also` is what the caller writes in the same transaction.
     */
    lowerLimits: (
      bettor: bigint,
      requested: RequestedLimits,
      { by, also }: { readonly by: string; readonly also?: (tx: Tx) => Promise<void> },
    ): Promise<Lowered> =>
      transact(moneyDb, async (tx): Promise<Lowered> => {
        // It is no change by the bettor, so it stops no bets.
        const changes = { ...limitChanges, stopsBets: false }
        const { hasAccount, ...decided } = await decide(tx, bettor, { requested, changes })
        if (!hasAccount) return refused('not_found')
        const higher = decided.writes.filter(({ became }) => became !== 'in_force')
        const faults = higher.map(({ kind, period }) => [`${kind}.${period}`, 'Operators can only lower a limit'])
        if (faults.length > 0) return refused('invalid_input', { fields: Object.fromEntries(faults) })
        await also?.(tx)
        return done(await apply(tx, bettor, { ...decided, by }))
      }),
  }

  /** Locks the bettor's cash and decides each requested limit. */
  type Asked = { readonly requested: RequestedLimits; readonly changes: LimitChanges }
  async function decide(tx: Tx, bettor: bigint, { requested, changes }: Asked) {
    const hasAccount = (await ledger.lockCash(tx, [bettor])).has(bettor)
    const { periods, rows } = await read(tx, bettor)
    const writes = limitKinds.flatMap((kind) =>
      limitPeriods.flatMap((period): store.LimitWrite[] => {
        const value = requestedValue(requested, kind, period)
        if (value === undefined) return []
        const before = rows.find((row) => row.kind === kind && row.period === period) ?? { value: null }
        if (value === null && before.value === null) return []
        return [
          {
            kind,
            period,
            before: before.value,
            requested: value,
            ...decideLimit(before, value, { now: periods.now, ...changes }),
          },
        ]
      }),
    )
    return { hasAccount, at: periods.now, writes }
  }

  type Decided = { readonly at: Date; readonly writes: readonly store.LimitWrite[]; readonly by?: string }

  async function apply(tx: Tx, bettor: bigint, { at, writes, by }: Decided): Promise<LimitsView> {
    await store.writeLimits(tx, { bettor, zone, at, writes, ...(by !== undefined && { by }) })
    if (writes.length > 0) await ledger.rollUpLocked(tx, { bettor, zone })
    return view(tx, await read(tx, bettor))
  }

  async function read(tx: Tx, bettor: bigint) {
    const periods = await store.periodsNow(tx, zone)
    return { bettor, periods, rows: await store.limitsOf(tx, { bettor, now: periods.now }) }
  }
}

function requestedValue(requested: RequestedLimits, kind: LimitKind, period: LimitPeriod) {
  if (period === 'bet') return kind === 'stake' ? requested.stake?.bet : undefined
  return requested[kind]?.[period]
}

type Read = { bettor: bigint; periods: store.Periods; rows: readonly store.LimitRow[] }

async function view(tx: Tx, { bettor, periods, rows }: Read): Promise<LimitsView> {
  const since = [periods.day.since, periods.week.since, periods.month.since]
  const totals = (await playTotalsSince(tx, { bettors: [bettor], since, midnights: true })).get(bettor) ?? []
  const paidIn = await depositedSince(tx, { bettor, since })
  const one = (kind: LimitKind, period: LimitPeriod, used: bigint | null): LimitView => {
    const row = rows.find((each) => each.kind === kind && each.period === period)
    const text = (value: bigint | null) => (value === null ? null : formatMoney(money(value)))
    return {
      value: text(row?.value ?? null),
      used: text(used === null || used > 0n ? used : 0n),
      resets_at: period === 'bet' ? null : periods[period].resets.toISOString(),
      pending: row?.pending
        ? {
            value: text(row.pending.value),
            takes_effect_at: row.pending.from.toISOString(),
            lapses_at: row.pending.until.toISOString(),
          }
        : null,
    }
  }
  const used = (kind: LimitKind, n: number): bigint => {
    if (kind === 'deposit') return paidIn[n] ?? 0n
    const play = totals[n]
    return play ? usedOn(kind, play) : 0n
  }
  const three = (kind: LimitKind) => ({
    day: one(kind, 'day', used(kind, 0)),
    week: one(kind, 'week', used(kind, 1)),
    month: one(kind, 'month', used(kind, 2)),
  })
  const stops = rows.flatMap((row) => stoppedBy(row, periods.now) ?? [])
  return {
    bets_from: stops.toSorted((one, other) => Number(other) - Number(one))[0]?.toISOString() ?? null,
    deposit: three('deposit'),
    loss: three('loss'),
    stake: { bet: one('stake', 'bet', null), ...three('stake') },
  }
}
