import * as z from 'zod/mini'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { orWaiting } from './second-person.ts'
import { zCommandId, zText, zTime } from './shapes.ts'

/**
 * `whole` is a number, `switch` true or false, all others text: "20000.00", "5.00", "2027-01-01". A `table` has cells with "=" between them and
 * rows with ", ", such as "3=5, 5=10", and "none" without rows; a missing cell is "-". `colours` are those of the dark and the light theme.
 */
export const settingTypes = [
  ...(['money', 'price', 'whole', 'percent', 'switch', 'text'] as const),
  ...(['choice', 'day', 'colours', 'table'] as const),
] as const
/** The rooms of settings in the order in which they are shown. */
export const settingGroups = [
  'bets',
  'referral',
  'alerts',
  'cash-out',
  'boost',
  'league',
  'games',
  'jackpots',
  'payments',
  'taxes',
  'identity',
  'protection',
  'money laundering',
  'points',
  'bonus',
  'boards',
  'second person',
  'queues',
  'house',
] as const

/** Whether a second person confirms a change: of a higher value, of a lower one, of any, or of none. */
export const settingSeconds = ['up', 'down', 'always', 'never'] as const

const zValue = z.union([z.string(), z.number(), z.boolean()])
const zLimits = z.object({
  least: z.optional(z.string()),
  most: z.optional(z.string()),
  unit: z.optional(z.string()),
  longest: z.optional(z.number()),
  /** Of a choice, with what people read instead of them. */
  options: z.optional(z.array(z.string())),
  labels: z.optional(z.array(z.string())),
  /** Whether the cell of a table may be missing. */
  empty: z.optional(z.boolean()),
})
const zColumn = z.object({ name: z.string(), head: z.string(), type: z.enum(settingTypes), bounds: zLimits })
/** A table has columns and at most so many rows. */
const zBounds = z.extend(zLimits, { columns: z.optional(z.array(zColumn)), rows: z.optional(z.number()) })
export type SettingValue = z.output<typeof zValue>
export type SettingColumn = z.output<typeof zColumn>
export type SettingBounds = z.output<typeof zBounds>

/** `value` null: the default again. */
const zPlanned = z.object({ value: z.nullable(zValue), from: zTime, by: z.string() })

const zSetting = z.object({
  key: z.string(),
  group: z.enum(settingGroups),
  name: z.string(),
  /** What it does, in a sentence. */
  about: z.string(),
  type: z.enum(settingTypes),
  bounds: zBounds,
  value: zValue,
  /** What applies without a change: of the code, the country, or the environment. */
  default: zValue,
  /** Since when and by whom; null for a default that nobody has changed. */
  since: z.nullable(zTime),
  by: z.nullable(z.string()),
  /** The next change that is planned. */
  next: z.optional(zPlanned),
  second: z.enum(settingSeconds),
})
export type Setting = z.output<typeof zSetting>

const zKey = z.string().check(z.regex(/^[a-z][a-z0-9_.]{2,59}$/))

/** The rules of the house that people change while it runs. A change never alters an accepted bet. */
export const operatorSettings = {
  /** All settings by group. `tomorrow` is the next midnight of the country. */
  settings: operatorRoute({
    permission: 'settings.read',
    reveals: true,
    method: 'GET',
    path: '/v1/operator/settings',
    input: z.object({}),
    answer: z.object({ data: z.array(zSetting), tomorrow: zTime }),
  }),
  /** The changes of a setting, planned ones included, newest first; at most 100. */
  settingHistory: operatorRoute({
    permission: 'settings.read',
    reveals: true,
    method: 'GET',
    path: '/v1/operator/settings/:key',
    input: z.object({ key: zKey }),
    answer: z.object({
      data: z.array(
        z.extend(zPlanned, {
          id: z.string(),
          confirmed_by: z.nullable(z.string()),
          reason: z.string(),
          at: zTime,
        }),
      ),
    }),
    failures: ['not_found'],
  }),
  /**
   * Changes a setting now, or from a moment on; `value` null sets the default again. A second person confirms what weakens a control. A change
   * that is confirmed after its moment begins with the confirmation. The same moment again replaces what was planned for it.
   */
  changeSetting: operatorRoute({
    permission: 'settings.write',
    action: 'setting.change',
    subject: 'setting :key',
    audited: ['value', 'from'],
    second: 'depends',
    confirm: true,
    method: 'POST',
    path: '/v1/operator/settings',
    input: z.object({
      id: z.optional(zCommandId),
      key: zKey,
      value: z.nullable(z.union([zText(4_000), z.number(), z.boolean()])),
      from: z.optional(zText(40)),
      reason: zReason,
    }),
    answer: orWaiting(
      z.object({ state: z.enum(['done', 'planned']), key: z.string(), value: z.nullable(zValue), from: zTime }),
    ),
    failures: ['invalid_input'],
  }),
} as const
