import type { CareRule } from '@nare/contract/care'
import { formatMoney, money } from '@nare/money/money'
import type { Values } from '#modules/settings/settings'
import type { Play } from './play.ts'
import { careSettings } from './settings.ts'

export type Raised = { readonly rule: CareRule; readonly facts: Readonly<Record<string, string>> }

/** What is known of a bettor who has just deposited or staked. */
export type Known = {
  readonly play: Play
  readonly failedDeposits: number
  readonly limitsRaised: number
  /** The end of the last exclusion that is over. */
  readonly excludedUntil: Date | undefined
}

const text = (cents: bigint): string => formatMoney(money(cents))

/** The markers that the play of days and weeks raises by these values. */
export function judge({ play, failedDeposits, limitsRaised, excludedUntil }: Known, values: Values): Raised[] {
  const rising = (rule: CareRule, week: bigint, before: bigint): Raised[] => {
    const isSteep = before > 0n && week * 400n >= before * BigInt(values(careSettings.risingPercent))
    if (!isSteep || week < values(careSettings.risingLeast)) return []
    return [{ rule, facts: { week: text(week), week_before: text(before / 4n) } }]
  }
  const { depositsToday, depositedToday } = play
  return [
    ...rising('stakes_rising', play.stakedWeek, play.stakedBefore),
    ...rising('deposits_rising', play.depositedWeek, play.depositedBefore),
    ...atLeast('many_deposits', depositsToday, values(careSettings.manyDeposits), { amount: text(depositedToday) }),
    ...atLeast('failed_deposits', failedDeposits, values(careSettings.failedDeposits)),
    ...atLeast('limits_raised', limitsRaised, values(careSettings.limitsRaised)),
    ...(excludedUntil ? [{ rule: 'after_exclusion' as const, facts: { ended: excludedUntil.toISOString() } }] : []),
  ]
}

function atLeast(rule: CareRule, times: number, least: number, more: Raised['facts'] = {}): Raised[] {
  return times >= least ? [{ rule, facts: { times: times.toString(), ...more } }] : []
}

/** How often each sign of a day is needed. */
export const leastOfSign = (values: Values) => ({
  chasing: values(careSettings.chasing),
  night_play: values(careSettings.nightPlay),
  limit_hits: values(careSettings.limitHits),
  deposits_after_losses: values(careSettings.depositsAfterLosses),
})
