import type { Country } from '#country/country'
import { defaultValues } from '#modules/settings/settings'
import { readConfig } from '../config.ts'

/** Settings that nobody has changed, for tests without the whole application. */
export function unchangedSettings(country: Country) {
  const values = defaultValues({ country, config: readConfig({ SANDBOX: 'on', FEED: 'none' }) })
  return { now: () => values, declare: () => undefined }
}
