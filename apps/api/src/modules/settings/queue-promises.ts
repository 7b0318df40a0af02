import { queueNames, type QueueName } from '@nare/contract/console-today'
import { whole } from './kinds.ts'
import { setting, type Setting, type Values } from './setting.ts'

const ofQueue = (name: QueueName): Setting<number> =>
  setting({
    group: 'queues',
    weakens: 'never',
    key: `queues.${name}`,
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    about: `Within how many seconds the house decides what waits in ${name}. Later, the numbers for alerts get an SMS.`,
    kind: whole({ least: 1, most: 2_592_000, unit: 's' }),
    defaultOf: ({ config }) => config.today.promises[name],
  })

const promises = new Map(queueNames.map((name) => [name, ofQueue(name)]))

/** The settings of Today: the promise of each queue. */
export const queueSettings: Readonly<Record<string, Setting<unknown>>> = Object.fromEntries(promises)

/** The promise of a queue in seconds. */
export function promiseOf(values: Values, name: QueueName): number {
  const of = promises.get(name)
  if (!of) throw new Error(`the queue ${name} has no promise`)
  return values(of)
}
