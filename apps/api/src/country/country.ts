import { ke } from './ke.ts'
import type { BoostRules } from '@nare/bets/boost'
import type { Money } from '@nare/money/money'

/** A tax by the day it begins: on deposits and withdrawals, or, in older rules, on stakes and wins. Percent as text. */
export type TaxRule = {
  readonly from: string
  readonly kind: 'excise' | 'withholding'
  readonly base: 'deposit' | 'withdrawal' | 'stake' | 'win'
  readonly percent: string
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
  readonly contacts: Readonly<Record<string, string>>
}

const countries = { ke } satisfies Record<string, Country>

export const countryOf = (code: keyof typeof countries): Country => countries[code]

/** The rates in force on a day: on cash in, on cash out, and, where older rules hold, on stakes and wins. Percent as text. */
export function taxesOn(country: Country, day: Date) {
  const today = day.toISOString().slice(0, 10)
  const reform = country.taxes.filter((rule) => rule.from <= today)
  const newest = reform.reduce((latest, rule) => (rule.from > latest ? rule.from : latest), '')
  const rate = (base: TaxRule['base']) =>
    reform.find((rule) => rule.from === newest && rule.base === base)?.percent ?? '0'
  return {
    deposit_percent: rate('deposit'),
    withdrawal_percent: rate('withdrawal'),
    stake_percent: rate('stake'),
    win_percent: rate('win'),
  }
}
