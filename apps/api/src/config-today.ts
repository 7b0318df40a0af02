import * as z from 'zod'
import { queueNames, type QueueName } from '@nare/contract/console-today'
import { mobileNumber } from '@nare/contract/typed'

type Promises = Readonly<Record<Exclude<QueueName, 'complaints'>, number> & Partial<Record<'complaints', number>>>

/** Within how many seconds the house decides what waits in each queue, unless QUEUE_PROMISES says otherwise; the country says it of complaints. */
const defaults: Promises = {
  ...{ withdrawals: 900, unresolved: 14_400, unmatched: 3_600, deposits: 3_600, returns: 86_400, identity: 7_200 },
  ...{
    findings: 1_800,
    reviews: 14_400,
    proposals: 14_400,
    jackpots: 86_400,
    promotions: 86_400,
    referrals: 60,
    aml: 172_800,
    incidents: 172_800,
    protection: 86_400,
    messages: 86_400,
    banners: 86_400,
    texts: 259_200,
  },
}
const promiseMax = 2_592_000

/** The promises in a text like `withdrawals=900,identity=7200`; undefined if one of them is wrong. */
function promisesOf(text = ''): Promises | undefined {
  const given: Partial<Record<QueueName, number>> = {}
  for (const part of text.split(',').filter((one) => one !== '')) {
    const [, name = '', digits = ''] = /^([a-z]+)=(\d{1,7})$/.exec(part.trim()) ?? []
    const queue = queueNames.find((one) => one === name)
    const seconds = Number(digits)
    if (!queue || seconds < 1 || seconds > promiseMax) return undefined
    given[queue] = seconds
  }
  return { ...defaults, ...given }
}

const numbersOf = (text = ''): (string | undefined)[] =>
  text
    .split(',')
    .filter((one) => one.trim() !== '')
    .map(mobileNumber)

/** The environment variables of Today: promises of queues, and who gets an SMS about them. */
export const todayVariables = {
  QUEUE_PROMISES: z
    .string()
    .refine(
      (text) => promisesOf(text),
      `must be queue=seconds, with commas between them; the queues are ${queueNames.join(', ')}`,
    )
    .optional(),
  OPERATOR_ALERT_NUMBERS: z
    .string()
    .refine(
      (text) => numbersOf(text).every((number) => number !== undefined) && numbersOf(text).length <= 20,
      'must be at most 20 mobile numbers, with commas between them',
    )
    .optional(),
  OPERATOR_ALERT_QUIET_S: z.coerce.number().int().min(60).max(86_400).default(1_800),
}

/**
 * The promise of each queue in seconds; the numbers that get an SMS when a promise is broken or something is down; and for how many
 * seconds an event that comes back stays quiet.
 */
export function todayOf(e: z.output<z.ZodObject<typeof todayVariables>>) {
  return {
    promises: promisesOf(e.QUEUE_PROMISES) ?? defaults,
    alertNumbers: numbersOf(e.OPERATOR_ALERT_NUMBERS).filter((number) => number !== undefined),
    alertQuietS: e.OPERATOR_ALERT_QUIET_S,
  }
}
