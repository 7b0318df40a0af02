import { operatorSettings as calls, type SettingValue } from '@nare/contract/settings'
import type { Country } from '#country/country'
import { defaultValues } from '#modules/settings/settings'
import { readConfig } from '../config.ts'
import type { TestApp } from './app.ts'
import { operatorToken } from './operators.ts'

/** Settings that nobody has changed, for tests without the whole application. */
export function unchangedSettings(country: Country) {
  const values = defaultValues({ country, config: readConfig({ SANDBOX: 'on', FEED: 'none' }) })
  return { now: () => values, declare: () => undefined }
}

const reason = 'as decided on Monday'

/** Changes of settings in tests, by the admins ada and ben. */
export function settingsOn(nare: () => TestApp) {
  const send = (key: string, value: SettingValue | null, { by, from }: { by: string; from?: string | undefined }) =>
    nare().call(calls.changeSetting, { key, value, reason, ...(from && { from }) }, operatorToken(by))
  return {
    send,
    /** Changes a setting, by two people if need be. */
    async change(key: string, value: SettingValue | null, from?: string): Promise<void> {
      const asked = await send(key, value, { by: 'ada', from })
      const done = asked.status === 202 ? await send(key, value, { by: 'ben', from }) : asked
      if (done.status !== 200) throw new Error(`${key} was not changed: ${JSON.stringify(done.body)}`)
    },
    /** The value of a setting as text. */
    async valueOf(key: string): Promise<string> {
      const { data } = (await nare().call(calls.settings, {}, operatorToken('ada'))).body
      return String(data.find((one) => one.key === key)?.value)
    },
    /** A moment in ten minutes. */
    soon: (): string => new Date(nare().app.clock.now() + 600_000).toISOString(),
    /** Moves the clock, which all processes and the database share, past `soon`. */
    untilSoon: (): Promise<unknown> => nare().app.clock.advance(601),
  }
}
