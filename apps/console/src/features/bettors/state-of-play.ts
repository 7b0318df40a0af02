import type { BettorDetails } from '@nare/contract/console-bettors'
import type { LimitView } from '@nare/contract/protection'
import { centsOf } from '../../parts/cents.ts'
import { amountText, labelOf, whenText } from '../../parts/format.ts'
import { limitKinds, limitOf, limitPeriods, type LimitKind, type LimitPeriod } from '../../parts/limits.ts'
import { periodText } from '../../parts/period-text.ts'

/** A fact about how the account may play; one that `asks` wants a person's eye. */
export type PlayFact = { readonly text: string; readonly asks: boolean }

/** What holds the account back and what was set by hand, by whom and since when; then limits, signs of harm and the exclusion. */
export function playFacts(bettor: BettorDetails, nowMs: number): readonly PlayFact[] {
  const { locked, stake_percent, stake_percent_set, identity, exclusion } = bettor
  const setBy = (set: typeof locked): string => (set ? ` by ${set.by}, ${whenText(set.since, nowMs)}` : '')
  const asks = (text: string): PlayFact => ({ text, asks: true })
  return [
    ...(locked ? [asks(`Locked${setBy(locked)}`)] : []),
    ...(stake_percent === 100 ? [] : [asks(`Stakes at ${stake_percent} %${setBy(stake_percent_set)}`)]),
    ...(identity.wanted ? [asks('Identity is required')] : []),
    ...limitFacts(bettor.limits, nowMs),
    ...markerFacts(bettor.markers),
    exclusion
      ? asks(`${labelOf(exclusion.kind)} of ${periodText(exclusion.period)}, until ${whenText(exclusion.until, nowMs)}`)
      : { text: 'Exclusion: none', asks: false },
  ]
}

function limitFacts(limits: BettorDetails['limits'], nowMs: number): PlayFact[] {
  const kinds = Object.keys(limitKinds) as LimitKind[]
  const periods = Object.keys(limitPeriods) as LimitPeriod[]
  const facts = kinds.flatMap((kind) =>
    periods.flatMap((period) => {
      const limit = limitOf(limits, kind, period)
      return limit ? limitTexts(limit, `${limitKinds[kind]} `, ` ${limitPeriods[period]}`, nowMs) : []
    }),
  )
  return facts.length === 0 ? [{ text: 'No limits', asks: false }] : facts
}

function limitTexts({ value, used, pending }: LimitView, kind: string, period: string, nowMs: number): PlayFact[] {
  const facts: PlayFact[] = []
  if (value !== null) {
    const isReached = used !== null && centsOf(used) >= centsOf(value)
    facts.push({ text: `${kind}${amountText(value)}${period}${usedText(used)}`, asks: isReached })
  }
  if (pending) {
    const wish = pending.value === null ? 'without a limit' : amountText(pending.value)
    facts.push({ text: `${kind}${wish}${period} from ${whenText(pending.takes_effect_at, nowMs)}`, asks: true })
  }
  return facts
}

/** What counts against a limit; below zero the bettor is ahead. */
const usedText = (used: string | null): string =>
  used === null ? '' : used.startsWith('-') ? `, ${amountText(used.slice(1))} ahead` : `, ${amountText(used)} used`

/** The signs of harm, each with how often it was seen. */
export function markerFacts(markers: BettorDetails['markers']): PlayFact[] {
  const times = new Map<string, number>()
  for (const { sign, times: seen } of markers.flatMap(({ reasons }) => reasons))
    times.set(sign, (times.get(sign) ?? 0) + seen)
  return [...times].map(([sign, seen]) => ({ text: `! ${labelOf(sign)}, ${seen} ×`, asks: true }))
}
