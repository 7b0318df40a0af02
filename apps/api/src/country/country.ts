import type { Numbers } from '@nare/contract/numbers'
import type { Limits } from '@nare/bets/ticket/accept'
import type { BoostRules } from '@nare/bets/ticket/boost'
import type { FieldFault } from '@nare/contract/field-codes'
import type { Product } from '@nare/contract/products'
import type { Money } from '@nare/money/money'
import { rateOn, type WinTax } from '@nare/money/tax'
import { StartError } from '#platform/start-error'
import type { MoneyStyle } from './writing.ts'
import type { LawTexts } from './law-texts.ts'
import type { BoardPrize, PointRules, WagerShare } from './rewards.ts'
import type { Wallet } from './wallets.ts'

export type { BoardPrize, EarnRule, PointRules, WagerShare } from './rewards.ts'

/**
 * A tax that applies from the day `from` on, until a later rule for the same base; 0 ends the tax. Percent as text. Only a tax on wins has the
 * last two: `product` limits it to one, and `of` says what it is taken of: the payout less the stake, which is usual, or the whole payout.
 */
export type TaxRule = {
  readonly from: string
  readonly kind: 'excise' | 'withholding'
  readonly base: 'deposit' | 'withdrawal' | 'stake' | 'win'
  readonly percent: string
  readonly product?: Product
  readonly of?: WinTax['of']
}

/**
 * The tax on what the house keeps of the stakes of a month, from the day `from` on, until a later rule; with `product`, on those of one. Percent
 * as text.
 */
export type GrossTaxRule = { readonly from: string; readonly percent: string; readonly product?: Product }

/**
 * Limits of deposits and withdrawals, in whole shillings. `withdrawalMin` is the smallest payout of the providers. A withdrawal of up to
 * `automaticMax` without warnings is sent automatically. A larger one requires one approver, and above `oneApproverMax` two different
 * approvers. Withdrawals of more than `identityDayMax` within 24 hours require a confirmed identity. An operator assigns unmatched payments
 * of up to `assignAloneMax` a day alone.
 */
export type PaymentRules = {
  readonly depositMin: Money
  readonly depositMax: Money
  readonly withdrawalMin: Money
  readonly withdrawalMax: Money
  readonly automaticMax: Money
  readonly oneApproverMax: Money
  readonly automaticDayMax: Money
  readonly automaticDayCount: number
  readonly identityDayMax: Money
  readonly assignAloneMax: Money
}

/** What a bettor may not do before an electronic source, or a person, has confirmed the identity. */
export const identitySteps = ['signup', 'deposit', 'withdrawal'] as const
export type IdentityStep = (typeof identitySteps)[number]

/** The step before which an identity is confirmed from the day `from` on, until a later rule. */
export type IdentityRule = { readonly from: string; readonly before: IdentityStep }

/** The step that holds on the day of a moment; before every rule it is the withdrawal. */
export function identityBeforeOn(rules: readonly IdentityRule[], timeZone: string, at: Date): IdentityStep {
  const today = dayIn(timeZone, at)
  const begun = rules.filter(({ from }) => from <= today)
  return begun.reduce<IdentityRule>((latest, rule) => (rule.from > latest.from ? rule : latest), withdrawalFirst).before
}

const withdrawalFirst: IdentityRule = { from: '', before: 'withdrawal' }

/** The least age of a bettor, in completed years, from the day `from` on, until a later rule. */
export type AgeRule = { readonly from: string; readonly years: number }

/** The least age on the day of a moment; before every rule it is that of the first. */
export function leastAgeOn(rules: readonly AgeRule[], timeZone: string, at: Date): number {
  const today = dayIn(timeZone, at)
  const byDay = rules.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return (byDay.findLast(({ from }) => from <= today) ?? byDay[0] ?? adulthood).years
}

const adulthood: AgeRule = { from: '', years: 18 }

/**
 * How a limit that a bettor has set is changed: a higher one waits for `waitHours` and is then confirmed. Where `stopsBets`, so long is taken no
 * bet after any change of a limit that was set before, also after a lower one, which counts at once.
 */
export type LimitChanges = { readonly waitHours: number; readonly stopsBets: boolean }

/** Everything that differs between countries. Each country has a file in this folder. */
export type Country = {
  readonly code: string
  readonly currency: string
  /** How its amounts are shown. */
  readonly amounts: MoneyStyle
  /**
   * How many times as much of its currency as of Kenya's shilling buys the same, roughly: the upper bounds of settings, and defaults that are the
   * same in every country, are multiplied by it.
   */
  readonly amountScale: number
  readonly locale: string
  /** The language of who has chosen none. English in a country gives way to Swahili where the browser prefers that. */
  readonly firstLanguage: 'en' | 'sw'
  readonly timeZone: string
  /** How its mobile numbers are read. */
  readonly numbers: Numbers
  /** From which age on the law lets a person bet, by day. */
  readonly leastAges: readonly AgeRule[]
  /** Before which step the law wants an identity confirmed, from which day on. */
  readonly identityBefore: readonly IdentityRule[]
  /** What the law says about a change of a bettor's own limit. */
  readonly limitChanges: LimitChanges
  readonly minStake: Money
  /** The stakes that the slip offers beside the least and the last one. */
  readonly quickStakes: readonly [Money, Money]
  readonly maxStake: Money
  readonly maxPayout: Money
  readonly maxLiability: Money
  readonly maxLegs: number
  readonly maxSystemLegs: number
  readonly liveDelayS: number
  readonly boost: BoostRules
  /** The house's margin on the fair value of a cash-out, in hundredths of a percent: before kick-off and in play. How long a quote is valid. */
  readonly cashOut: { readonly marginBps: number; readonly marginLiveBps: number; readonly quoteValidMs: number }
  /** The limits of the virtual league; it has no boost. */
  readonly league: Limits & { readonly maxLiability: Money }
  /**
   * The limits of the own games and of crash. The maximum win of a game is `maxWin`, or `kellyPercent` of bankroll × edge if that is less.
   * Bankroll × edge is the loss in one round that Kelly's criterion allows to a house with this bankroll.
   */
  readonly games: {
    readonly minStake: Money
    readonly maxStake: Money
    readonly maxWin: Money
    readonly bankroll: Money
    readonly kellyPercent: number
    /** The most rounds that the app may play by itself after one press; 0 where that is not allowed. */
    readonly automaticRounds: number
  }
  /** The limits of a jackpot ticket, for new pools, and the maximum price of a line. */
  readonly jackpot: {
    readonly maxDoubles: number
    readonly maxTriples: number
    readonly maxLines: number
    readonly maxLine: Money
    readonly maxStake: Money
  }
  readonly points: PointRules
  readonly bonus: { readonly wagerShares: readonly WagerShare[] }
  /** The prizes of the first ranks of each leaderboard at the end of its period. */
  readonly boards: Readonly<
    Record<'sports' | 'crash', Readonly<Record<'day' | 'week' | 'month', readonly BoardPrize[]>>>
  >
  /** The prizes of a period of a board are at most this percentage of what its players lost in it together. */
  readonly boardPrizePercent: number
  readonly taxes: readonly TaxRule[]
  readonly grossTaxes?: readonly GrossTaxRule[]
  /** The day of the next month on which the tax on the gross result of a month is late. */
  readonly grossTaxDay: number
  readonly payments: PaymentRules
  /** For how many days referred bets that have ended and closed alerts of traders are kept, in case of a dispute. */
  readonly traderRecordDays: number
  /** The mobile-money services that may be offered, in the order in which bettors see them. */
  readonly wallets: readonly Wallet[]
  /** Airtel Money's host in this country, with its country code. */
  readonly airtel: { readonly url: string; readonly country: string }
  /** What is dialled for the menu of M-Pesa on a phone without its app. */
  readonly mpesaMenu: string
  /** Within how many hours the house answers a complaint at the latest. */
  readonly complaintHours: number
  readonly contacts: Readonly<Record<string, string>>
  /** What the pages of the house say of its law. */
  readonly lawTexts: LawTexts
  /** How many years after its closing an account keeps its personal fields by law. */
  readonly erasureYears: number
}

type Taxed = Pick<Country, 'taxes' | 'timeZone'>

/**
 * The tax rates of a country on the day of `at`: on deposits, withdrawals, stakes and wins of a product. Percent as text. For each base the
 * latest rule that has begun applies.
 */
export function taxesOn({ taxes, timeZone }: Taxed, at: Date, product: Product = 'sports') {
  const day = dayIn(timeZone, at)
  const rate = (base: TaxRule['base']) => rateOn(taxes, base, { day, product })?.percent ?? '0'
  return {
    deposit_percent: rate('deposit'),
    withdrawal_percent: rate('withdrawal'),
    stake_percent: rate('stake'),
    win_percent: rate('win'),
  }
}

/** The tax on the wins of a product on a day; without one the percentage is 0. */
export function winTaxOn(taxes: readonly TaxRule[], on: { day: string; product: Product }): WinTax {
  const { percent = '0', of = 'net' } = rateOn(taxes, 'win', on) ?? {}
  return { percent, of }
}

/** The percentage of the gross result of a product that is due for the month that ends on a day, as text; '0' without a tax. */
export function grossTaxOn(
  { grossTaxes = [] }: Pick<Country, 'grossTaxes'>,
  on: { readonly day: string; readonly product: Product },
): string {
  const rules = grossTaxes.map((rule) => ({ ...rule, base: 'gross' }))
  return rateOn(rules, 'gross', on)?.percent ?? '0'
}

/** The first rate above 0 of a tax that is not collected, now or from a later day on: one on stakes. */
function uncollected({ taxes, timeZone }: Taxed, at: Date): TaxRule | undefined {
  const today = dayIn(timeZone, at)
  const rules = taxes.filter(({ base }) => base === 'stake')
  const latest = rules.reduce((last, { from }) => (from <= today && from > last ? from : last), '')
  return rules
    .filter(({ from, percent }) => from >= latest && Number(percent) > 0)
    .reduce<TaxRule | undefined>((first, rule) => (first && first.from <= rule.from ? first : rule), undefined)
}

type TaxChange<R> = {
  readonly before: readonly R[]
  readonly after: readonly R[]
  readonly at: Date
  readonly timeZone: string
}

/** What is wrong with a change of rates that touches days that are over by then. */
export function pastTaxFault<R extends GrossTaxRule>({
  before,
  after,
  at,
  timeZone,
}: TaxChange<R>): FieldFault | undefined {
  const today = dayIn(timeZone, at)
  const past = (rules: readonly R[]): string =>
    rules
      .filter(({ from }) => from < today)
      .map((rule) => JSON.stringify({ ...rule, percent: Number(rule.percent) }, Object.keys(rule).toSorted()))
      .toSorted()
      .join()
  if (past(before) === past(after)) return undefined
  const sentence = `Rates from days before ${today} stay as they are: add a row from a later day`
  return { code: 'not_valid', sentence }
}

/**
 * What is wrong with a change of the rates: it may not change days that are over by then, nor the tax on wins of the day itself, and not
 * begin a tax that is not collected.
 */
export function taxFault(change: TaxChange<TaxRule>): FieldFault | undefined {
  const past = pastTaxFault(change)
  if (past) return past
  const { before, after, at, timeZone } = change
  // What a win of a day was taxed by is known from the rules: none begins during the day.
  const next = new Date(at.getTime() + dayMs)
  const wins = (rules: readonly TaxRule[]) => rules.filter(({ base }) => base === 'win')
  if (pastTaxFault({ before: wins(before), after: wins(after), at: next, timeZone }))
    return { code: 'not_valid', sentence: 'A tax on each win begins on a later day' }
  const due = uncollected({ taxes: after, timeZone }, at)
  return due && { code: 'not_valid', sentence: `A tax on each ${due.base} is not collected yet` }
}

/**
 * Throws a StartError, with the tax and its day, if the country has a tax that is not implemented: one on stakes that is above 0 now or from a
 * later day on.
 */
export function refuseUncollectedTaxes(country: Pick<Country, 'code'> & Taxed, at: Date): void {
  const due = uncollected(country, at)
  if (!due) return
  throw new StartError(
    `The rules of ${country.code} have ${due.kind} of ${due.percent} % on each ${due.base} from ${due.from} on, and taxes on stakes are not collected yet. Start a release that collects them, or take the tax out of the country's rules`,
  )
}

const dayMs = 86_400_000

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The day of a moment in a time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string, at: Date): string {
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  dayFormats.set(timeZone, format)
  return format.format(at)
}
