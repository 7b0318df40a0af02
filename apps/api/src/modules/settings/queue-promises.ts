import { queueNames, type QueueName } from '@nare/contract/console-today'
import { mobileNumber } from '@nare/contract/typed'
import { texts, whole, type Kind } from './kinds.ts'
import { setting, type Setting, type Values } from './setting.ts'
import { tables } from './tables.ts'

const example = 'a mobile number like 0712345678'
/** A mobile number in its full form. */
const mobileNumbers: Kind<string> = {
  ...texts({ longest: 15, form: /^\d{9,15}$/, example }),
  read(given) {
    const value = mobileNumber(String(given))
    return value === undefined ? { fault: { code: 'not_valid', sentence: `Enter ${example}` } } : { value }
  },
}

const ofQueue = (name: QueueName): Setting<number> =>
  setting({
    group: 'queues',
    weakens: 'never',
    key: `queues.${name}`,
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    about: `Within how many seconds the house decides what waits in ${name}. Later, the numbers for alerts get an SMS.`,
    kind: whole({ least: 1, most: 2_592_000, unit: 's' }),
    defaultOf: ({ config, country }) => config.today.promises[name] ?? country.complaintHours * 3_600,
  })

const promises = new Map(queueNames.map((name) => [name, ofQueue(name)]))

/** Who is told by SMS, and how often. */
export const alertNumberSettings = {
  numbers: setting<readonly { readonly number: string }[]>({
    group: 'queues',
    weakens: 'never',
    key: 'queues.alert_numbers',
    name: 'Numbers for alerts',
    about: 'The phones that get an SMS when a promise is broken or a part of the house is down.',
    kind: tables({
      columns: { number: { head: 'Number', kind: mobileNumbers } },
      rowsMax: 20,
      rule: (rows) =>
        new Set(rows.map(({ number }) => number)).size < rows.length ? 'Name each number once' : undefined,
    }),
    defaultOf: ({ config }) => config.today.alertNumbers.map((number) => ({ number })),
  }),
  quiet: setting({
    group: 'queues',
    weakens: 'never',
    key: 'queues.alert_quiet_s',
    name: 'Quiet after an alert',
    about: 'For how long an alert that comes back stays quiet.',
    kind: whole({ least: 60, most: 86_400, unit: 's' }),
    defaultOf: ({ config }) => config.today.alertQuietS,
  }),
}

/** The settings of Today: the promise of each queue, and whom broken ones are told. */
export const queueSettings: Readonly<Record<string, Setting<unknown>>> = {
  ...Object.fromEntries(promises),
  ...alertNumberSettings,
}

/** The promise of a queue in seconds. */
export function promiseOf(values: Values, name: QueueName): number {
  const of = promises.get(name)
  if (!of) throw new Error(`the queue ${name} has no promise`)
  return values(of)
}
