import { useNow } from '../../../parts/use-now.ts'
import { serverNow } from '../../../wire/browser.ts'
import { secondsLeft } from './rules.ts'

/** The seconds until the house acts without anybody. */
export function Left({ until }: { until: string }) {
  useNow()
  return `${secondsLeft(until, serverNow())} s`
}
