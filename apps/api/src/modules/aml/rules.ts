import type { AmlRule } from '@nare/contract/aml'
import { formatMoney, money } from '@nare/money/money'
import type { Bounds } from './settings.ts'

/** The sums of a bettor at a moment, in cents, each over the time of its rule. Withdrawals are less those that came back. */
export type Sums = {
  readonly bettor: bigint
  readonly at: Date
  readonly inDay: bigint
  readonly inWeek: bigint
  readonly near: number
  readonly nearSum: bigint
  readonly playedIn: bigint
  readonly playedOut: bigint
  readonly played: bigint
  readonly in30: bigint
  readonly out30: bigint
  readonly bonus30: bigint
  readonly stakedWeek: bigint
  readonly stakedBefore: bigint
  /** Whether the bettor staked or paid more than two weeks before. */
  readonly isKnown: boolean
}

/** A rule that is met: what it says with the figures, the sum that met it, and from how many days what it read is shown. */
export type Met = { readonly rule: AmlRule; readonly text: string; readonly amount: bigint; readonly days: number }

const text = (cents: bigint): string => formatMoney(money(cents))
const weeksBefore = 8n

/** The rules about one bettor's money that these sums meet. */
export function metBy(sums: Sums, bounds: Bounds): Met[] {
  const met: Met[] = []
  const add = (isMet: boolean, rule: AmlRule, days: number, amount: bigint, says: string): void => {
    if (isMet) met.push({ rule, days, amount, text: says })
  }
  const { inDay, inWeek, near, nearSum, playedIn, playedOut, played, in30, out30, bonus30 } = sums
  add(inDay >= bounds.depositsDay, 'deposits_day', 1, inDay, `${text(inDay)} paid in within 24 hours`)
  add(inWeek >= bounds.depositsWeek, 'deposits_week', 7, inWeek, `${text(inWeek)} paid in within 7 days`)
  add(
    near >= bounds.structured,
    'structured',
    bounds.structuredDays,
    nearSum,
    `${near} deposits just under ${text(bounds.bound)}, together ${text(nearSum)}, within ${bounds.structuredDays} days`,
  )
  add(
    playedIn >= bounds.littlePlay &&
      playedOut * 100n >= playedIn * bounds.outPercent &&
      played * 100n < playedIn * bounds.littlePlayPercent,
    'little_play',
    bounds.littlePlayDays,
    playedOut,
    `${text(playedIn)} paid in, ${text(played)} staked, ${text(playedOut)} withdrawn within ${bounds.littlePlayDays} days`,
  )
  add(
    in30 === 0n && bonus30 > 0n && out30 >= bounds.bonusOnly,
    'bonus_only',
    30,
    out30,
    `${text(out30)} withdrawn after a bonus of ${text(bonus30)} and no deposit in 30 days`,
  )
  const average = sums.stakedBefore / weeksBefore
  add(
    sums.isKnown && sums.stakedWeek >= bounds.turnover && sums.stakedWeek >= average * bounds.turnoverTimes,
    'turnover',
    7,
    sums.stakedWeek,
    `${text(sums.stakedWeek)} staked in 7 days; ${text(average)} in an average week before`,
  )
  return met
}
