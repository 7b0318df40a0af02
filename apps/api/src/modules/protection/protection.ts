import type { protection as calls } from '@nare/contract/protection'
import type { Answer, Received } from '@nare/contract/route'
import type { FailureCode } from '@nare/contract/failures'
import type { Outcome } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Country } from '#country/country'
import type { Identity } from '#modules/identity/identity'
import type { Settings } from '#modules/settings/settings'
import { playTotalsSince, type Ledger, type PlayTotals } from '#modules/ledger/ledger'
import type { Background } from '#platform/background'
import type { Clock } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import type { Log } from '#platform/log'
import type { Session } from '#platform/session'
import { inSnapshot } from '#platform/snapshot'
import { lockedNow } from './account-settings.ts'
import { openClosing, type ClosingDeps } from './closing.ts'
import { findMarkers } from './markers.ts'
import { openOperatorActions } from './operator-actions.ts'
import { openPersons } from './persons.ts'
import { pauseProduct, productPauses, type ProductPause } from './product-pauses.ts'
import { openRefusals } from './refusals.ts'
import { rollUp } from './roll-up.ts'
import { openShown } from './shown.ts'
import { openLimits } from './set-limits.ts'
import { contactSettings, placeSettings, protectionSettings } from './settings.ts'
import { openRegister } from './register.ts'

export { dataPlace } from './settings.ts'
import * as store from './store.ts'

export {
  exclusionBegins,
  exclusionsEnded,
  exclusionsOf,
  latestSigns,
  limitChanges,
  limitsRaisedOf,
  markersOf,
  restricted,
  restrictionOf,
} from './histories.ts'
export { accountSetting, lockedNow, stakePercentsOf } from './account-settings.ts'
export { contactsOf } from './settings.ts'
export { numberedClosings, numberedExclusions } from './numbered-exclusions.ts'
export { excludedNow } from './store.ts'
export { olderTransactionsEnded } from './product-pauses.ts'
export { promotable, promotableBy, unpromotable, type Unpromotable } from './promotable.ts'
export { creditGate, depositGate, openGate, refusalOf, stakeGate } from './gate.ts'
export type { Gate, GateRefusal, LimitReached, OpenGate, StakeRefusal, StakeRequest } from './gate.ts'
export { closedFor, countClosedFor, eraseProtection } from './erase.ts'
export { protectionOfBettor } from './own-rows.ts'
export { shownOfBettor, shownRetention, shownTo } from './shown.ts'
export type { RequestedLimits } from './set-limits.ts'

/** Begins a break or an exclusion of this many seconds now. The caller has locked the bettor's cash account. */
export async function exclude(tx: Tx, exclusion: { bettor: bigint; period: string; seconds: number }): Promise<Date> {
  const { bettor, period, seconds } = exclusion
  return (await store.insertExclusion(tx, { bettor, period, length: `${seconds} seconds`, zone: 'UTC' })).until
}

type Deps = ClosingDeps & {
  db: Db
  clock: Clock
  /** The database over the pool that only money commands use. */
  moneyDb: Db
  log: Log
  background: Background
  ledger: Ledger
  country: Country
  settings: Settings
  tickets: {
    /** The stakes of a bettor's open bets that were placed since each of these times. */
    readonly openStakesSince: (tx: Tx, bettor: bigint, since: readonly Date[]) => Promise<bigint[]>
  }
  /** When a session was opened. */
  sessionSince: (session: Session) => Promise<Date | undefined>
  /** Recognises a person in several accounts. */
  persons: Pick<Identity['persons'], 'marksOf' | 'connect'>
  /** The authority's key of its register of excluded persons. */
  registerKey: Uint8Array | undefined
}

type Period = Received<typeof calls.selfExclude>['period'] | '3y' | 'permanent'

/** Who asked for a break or an exclusion that the house enters, and the reference of the order. */
export type AskedBy = { readonly askedBy?: 'self' | 'family' | 'court' | 'operator'; readonly reference?: string }

export type Protection = ReturnType<typeof openProtection>

const lengths: Record<Period, { length: string; text: string }> = {
  '24h': { length: '24 hours', text: '24 hours' },
  '7d': { length: '7 days', text: '7 days' },
  '30d': { length: '30 days', text: '30 days' },
  '6w': { length: '6 weeks', text: '6 weeks' },
  '6m': { length: '6 months', text: '6 months' },
  '1y': { length: '1 year', text: '1 year' },
  '3y': { length: '3 years', text: '3 years' },
  '5y': { length: '5 years', text: '5 years' },
  permanent: { length: '1000 years', text: 'for ever' },
}

const isPeriod = (text: string): text is Period => text in lengths

/** An exclusion that ends later is for good. */
const farAway = new Date('2900-01-01')

const nothingElse = async (): Promise<void> => {}

const closedAlready = 'Your account is closed for ever. You can still log in and withdraw your money'

/** Opens breaks, limits and a bettor's activity. The gates are `stakeGate` and `depositGate`. */
export function openProtection(deps: Deps) {
  const { db, moneyDb, clock, log, background, ledger, country, closing, sessionSince } = deps
  deps.settings.declare(contactSettings)
  deps.settings.declare(placeSettings)
  deps.settings.declare(protectionSettings)
  const longestCheck = (): number => deps.settings.now()(protectionSettings.realityCheck)
  const register = openRegister({ db: moneyDb, ledger, background, zone: country.timeZone, key: deps.registerKey })
  const persons = openPersons({
    register,
    db,
    ledger,
    background,
    marksOf: deps.persons.marksOf,
    proofPercent: () => deps.settings.now()(protectionSettings.proofPercent),
  })
  deps.persons.connect(persons.hooks)
  const shown = openShown({ db, log, clock })
  const refusals = openRefusals({ db, log, clock, shown })
  const dateText = new Intl.DateTimeFormat('en-GB', {
    timeZone: country.timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  })

  /** Writes a break or an exclusion under the lock that every stake takes, and what else the caller writes with it. Returns the active one that ends last. */
  const beginExclusion = (
    bettor: bigint,
    period: Period,
    by: string | null = null,
    asked: AskedBy = {},
    also: (tx: Tx) => Promise<void> = nothingElse,
  ): Promise<store.ExclusionRow> =>
    transact(moneyDb, async (tx) => {
      await ledger.lockCash(tx, [bettor])
      const made = await store.insertExclusion(tx, {
        ...{ bettor, period, by, ...asked },
        length: lengths[period].length,
        zone: country.timeZone,
      })
      await persons.excluded(tx, bettor, made)
      await also(tx)
      return (await store.longestExclusion(tx, bettor)) ?? made
    })

  /**
   * Begins a break or an exclusion immediately, under the lock that every stake takes. It cannot be shortened: a request that would end before
   * an active exclusion returns that exclusion. Logins, wins, refunds and withdrawals are not affected.
   */
  async function selfExclude(bettor: bigint, period: Period): Promise<Answer<typeof calls.selfExclude>> {
    const active = await beginExclusion(bettor, period)
    const until = active.until.toISOString()
    if (active.period === 'closed') return { success: closedAlready, time_duration: 'for ever', until }
    const what = active.kind === 'exclusion' ? 'You are excluded from betting' : 'You are taking a break from betting'
    const end = active.until > farAway ? 'for good' : `until ${dateText.format(active.until)}`
    const success = `${what} ${end}. You can still log in and withdraw your money`
    const lasts = lengths[isPeriod(active.period) ? active.period : period].text
    return { success, time_duration: lasts, until }
  }

  async function protection(session: Session): Promise<Answer<typeof calls.protection>> {
    const { bettor } = session
    const [active, minutes, since, month] = await Promise.all([
      store.longestExclusion(db, bettor),
      store.realityCheckOf(db, bettor),
      sessionSince(session),
      store.lastThirtyDays(db),
    ])
    if (active) shown.record({ bettor, what: 'break_banner', about: active.period })
    const begun = since ?? month.now
    const times = [begun, month.since]
    const [open, played] = await inSnapshot(db, async (tx) => {
      const stakes = await deps.tickets.openStakesSince(tx, bettor, times)
      return [stakes, await playTotalsSince(tx, { bettors: [bettor], since: times, midnights: false })] as const
    })
    const totals = played.get(bettor)
    return {
      exclusion: active ? { ...active, since: active.since.toISOString(), until: active.until.toISOString() } : null,
      reality_check: realityCheck(longestCheck(), minutes),
      session: { since: begun.toISOString(), now: month.now.toISOString(), ...playText(totals?.[0], open[0]) },
      last_30_days: playText(totals?.[1], open[1]),
      help_line: deps.settings.now()(contactSettings.helpLine),
    }
  }

  return {
    ...openLimits({ db, moneyDb, ledger, country }),
    closeAccount: openClosing({ db: moneyDb, ledger, closing }),
    verifyPasswordOf: closing.verifyPasswordOf,
    selfExclude,
    beginExclusion,
    protection,
    operator: openOperatorActions({ moneyDb, ledger }),

    /** Sets how often the bettor is reminded of time and money: at least once an hour. */
    async setRealityCheck(bettor: bigint, minutes: number) {
      await store.setRealityCheck(db, { bettor, minutes })
      return { reality_check: realityCheck(longestCheck(), minutes) }
    },

    /** The end of the longest break or exclusion of each of these bettors who has one; they must not receive promotions. */
    excluded: (bettors: readonly bigint[]): Promise<Map<bigint, Date>> => store.excludedNow(db, bettors),

    /** The bettors among these whose accounts operators have locked. */
    locked: (bettors: readonly bigint[]): Promise<Set<bigint>> => lockedNow(db, bettors),

    /** Wraps a call's handler so that refusals by limits and breaks are recorded after the answer. */
    recordingRefusals<I, C extends { readonly session: Session }, O extends Outcome<unknown, FailureCode>>(
      handler: (input: I, call: C) => Promise<O>,
    ): (input: I, call: C) => Promise<O> {
      return async (input, call) => {
        const outcome = await handler(input, call)
        refusals.recordOutcome(call.session.bettor, outcome)
        return outcome
      }
    },

    /**
     * Finds signs of harm in past days, for a bounded number of bettors per call. Returns the number of bettors scanned. Throws the failures
     * of single bettors at the end.
     */
    async findMarkers(): Promise<number> {
      const { scanned, failures } = await findMarkers({ db, zone: country.timeZone, background })
      throwAll(failures, 'the search for signs of harm failed for')
      return scanned
    },

    /** Sums the play of bettors with limits into days. Throws the failures of single bettors at the end. */
    async rollUp(): Promise<void> {
      throwAll(await rollUp({ db, ledger, zone: country.timeZone }), 'the play could not be summed into days for')
    },

    /** Products that are or were paused for new stakes. */
    productPauses: (): Promise<ProductPause[]> => productPauses(db),
    /** Pauses a product for new stakes, or resumes it. A pause resolves when no earlier stake can still be committed. */
    pauseProduct: (change: Parameters<typeof pauseProduct>[1]): Promise<void> => pauseProduct(db, change),

    shown,
    register,
    updatePersons: persons.update,
    sweep: (): Promise<void> => refusals.sweep(),
    async close(): Promise<void> {
      await register.close()
      await refusals.settled()
      await shown.settled()
    },
  }
}

function throwAll(failures: readonly unknown[], what: string): void {
  if (failures.length > 0) throw new AggregateError(failures, `${what} ${failures.length} bettors`)
}

/** The interval that a bettor chose, or the longest of the house if that is shorter. */
const realityCheck = (longest: number, minutes = longest) => ({
  interval_minutes: Math.min(minutes, longest),
  longest_minutes: longest,
})

/** Stakes, returns, and what play won or lost: a bet that is open has done neither. */
function playText({ staked, returned }: PlayTotals = { staked: money(0n), returned: money(0n) }, open = 0n) {
  const net = money(returned - staked + open)
  return { staked: formatMoney(staked), returned: formatMoney(returned), net: formatMoney(net) }
}
