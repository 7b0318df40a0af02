import type { Settings } from '@nare/contract/content'
import { readNumbersOf } from '@nare/contract/numbers'
import { showMoneyAs, showTimesIn } from '@nare/ui/format'

type Country = Pick<Settings, 'amounts' | 'numbers' | 'time_zone'>

/** Shows and reads amounts, times and phone numbers as those of a country from now on. */
export function showCountry({ amounts, numbers, time_zone }: Country): void {
  showMoneyAs(amounts)
  readNumbersOf(numbers)
  showTimesIn(time_zone)
}

/** The same for the country that the server has written into the page. */
export function showPageCountry(): void {
  const { country } = document.documentElement.dataset
  if (country) showCountry(JSON.parse(country) as Country)
}
