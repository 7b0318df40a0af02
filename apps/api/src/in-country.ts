import { readNumbersOf } from '@nare/contract/numbers'
import type { Country } from '#country/country'
import { writeAs } from '#country/writing'
import { scaleAmounts } from '#modules/settings/settings'

/** From now on this process reads phone numbers as those of the country, writes texts as it does, and has its bounds of amounts. */
export function runIn({ numbers, amounts, amountScale, quickStakes, firstLanguage }: Country): void {
  readNumbersOf(numbers)
  writeAs({ ...amounts, exampleStake: (quickStakes[1] / 100n).toString(), language: firstLanguage })
  scaleAmounts(amountScale)
}
