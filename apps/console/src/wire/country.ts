import type { Settings } from '@nare/contract/content'
import { readNumbersOf } from '@nare/contract/numbers'
import { showMoneyAs, showTimesIn } from '@nare/ui/format'

// The first module of the console: tables and labels that are made once have the country's sign.
const { country } = document.documentElement.dataset
if (country) {
  const { amounts, numbers, time_zone } = JSON.parse(country) as Pick<Settings, 'amounts' | 'numbers' | 'time_zone'>
  showMoneyAs(amounts)
  readNumbersOf(numbers)
  showTimesIn(time_zone)
}
