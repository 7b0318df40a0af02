import type { CareMarker } from '@nare/contract/care'
import { amountText, countText, dayText } from './format.ts'

/** What raised a marker, in a sentence with its figures. */
export function markerText({ rule, facts }: Pick<CareMarker, 'rule' | 'facts'>): string {
  const { times = '0', day, week, week_before: before, amount, ended } = facts
  const count = countText(Number(times))
  const on = day === undefined ? '' : ` on ${dayText(`${day}T12:00:00Z`)}`
  switch (rule) {
    case 'chasing':
      return `${count} raised stakes in a row${on}`
    case 'night_play':
      return `${count} stakes between midnight and five${on}`
    case 'limit_hits':
      return `${count} times refused by own limits${on}`
    case 'deposits_after_losses':
      return `${count} deposits after losses${on}`
    case 'stakes_rising':
      return `Staked ${amountText(week)} in 7 days, before ${amountText(before)} a week`
    case 'deposits_rising':
      return `Deposited ${amountText(week)} in 7 days, before ${amountText(before)} a week`
    case 'many_deposits':
      return `${count} deposits in a day, ${amountText(amount)}`
    case 'failed_deposits':
      return `${count} failed deposits in 24 hours`
    case 'limits_raised':
      return `${count} limits raised in 30 days`
    case 'after_exclusion':
      return `Plays again, excluded until ${dayText(ended)}`
  }
}
