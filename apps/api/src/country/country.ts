import { ke } from './ke.ts'
import type { BoostRules } from '@nare/bets/boost'
import type { Money } from '@nare/money/money'
import { StartError } from '#platform/start-error'

/** A tax by the day it begins, in force until a later rule for the same base; 0 ends it. Percent as text. */
export type TaxRule = {
  readonly from: string
  readonly kind: 'excise' | 'withholding'
  readonly base: 'deposit' | 'withdrawal' | 'stake' | 'win'
  readonly percent: string
}

/**
 * Limits of money in and out, whole shillings; `withdrawalMin` is the least that the providers send. A withdrawal goes out by itself up to `automaticMost` where nothing is odd about it;
 * above, one person approves it, and above `oneApproverMost` two different ones do. More than `identityDayMost` within 24 hours goes
 * only to bettors whose identity is confirmed.
 */
export type PaymentRules = {
  readonly depositMin: Money
  readonly depositMax: Money
  readonly withdrawalMin: Money
  readonly withdrawalMax: Money
  readonly automaticMost: Money
  readonly oneApproverMost: Money
  readonly automaticDayMost: Money
  readonly automaticDayCount: number
  readonly identityDayMost: Money
}

/** Everything that differs from country to country. A second country is a file beside Kenya's. */
export type Country = {
  readonly code: string
  readonly currency: string
  readonly locale: string
  readonly timeZone: string
  readonly minAge: number
  readonly minStake: Money
  readonly maxStake: Money
  readonly maxPayout: Money
  readonly maxLiability: Money
  readonly maxLegs: number
  readonly maxSystemLegs: number
  readonly liveDelayS: number
  readonly boost: BoostRules
  readonly taxes: readonly TaxRule[]
  readonly payments: PaymentRules
  /** Airtel Money's host of this country, and how it names the country and writes its numbers. */
  readonly airtel: { readonly url: string; readonly country: string; readonly callingCode: string }
  readonly contacts: Readonly<Record<string, string>>
}

const countries = { ke } satisfies Record<string, Country>

export const countryOf = (code: keyof typeof countries): Country => countries[code]

/**
 * The rates in force on a day of the country: on cash in, on cash out, and, where older rules hold, on stakes and wins. Percent
 * as text; for each base the latest rule that has begun counts.
 */
export function taxesOn(country: Pick<Country, 'taxes' | 'timeZone'>, at: Date) {
  const today = dayIn(country.timeZone, at)
  const rate = (base: TaxRule['base']) =>
    country.taxes
      .filter((rule) => rule.base === base && rule.from <= today)
      .reduce((latest, rule) => (rule.from > latest.from ? rule : latest), { from: '', percent: '0' }).percent
  return {
    deposit_percent: rate('deposit'),
    withdrawal_percent: rate('withdrawal'),
    stake_percent: rate('stake'),
    win_percent: rate('win'),
  }
}

const uncollected = ['stake', 'win'] as const

/**
 * Refuses to start under rules with a tax that nothing collects: one on stakes or wins that is above 0 at this moment or from a
 * later day on. Throws a StartError with the tax and its day.
 */
export function refuseUncollectedTaxes(country: Pick<Country, 'code' | 'taxes' | 'timeZone'>, at: Date): void {
  const today = dayIn(country.timeZone, at)
  for (const base of uncollected) {
    const rules = country.taxes.filter((rule) => rule.base === base)
    const begun = rules.filter((rule) => rule.from <= today).map((rule) => rule.from)
    const latest = begun.reduce((last, from) => (from > last ? from : last), '')
    const due = rules
      .filter((rule) => rule.from >= latest && Number(rule.percent) > 0)
      .reduce<TaxRule | undefined>((first, rule) => (first && first.from <= rule.from ? first : rule), undefined)
    if (!due) continue
    throw new StartError(
      `The rules of ${country.code} have ${due.kind} of ${due.percent} % on each ${base} from ${due.from} on, and taxes on stakes and wins are not collected yet. Start a release that collects them, or take the tax out of the country's rules`,
    )
  }
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The day, YYYY-MM-DD, that it is at this moment in this time zone. */
export function dayIn(timeZone: string, at: Date): string {
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  dayFormats.set(timeZone, format)
  return format.format(at)
}
