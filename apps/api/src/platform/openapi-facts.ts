import * as z from 'zod'
import { timelineKinds, zKinds } from '@nare/contract/console-bettors'
import { optionFields } from '@nare/contract/game-shapes'
import { zDocumentNumber, zPicture } from '@nare/contract/kyc'
import { numbersNow } from '@nare/contract/numbers'
import { countedBounds, zDay, zId, zMoney, zMoneyIn, zPrice, zPriceIn, zTime } from '@nare/contract/shapes'
import { zMsisdn, zOneTimeCode } from '@nare/contract/typed-shapes'
import { wheelSizes } from '@nare/games/wheel'

export type Json = Record<string, unknown>
export type Side = 'input' | 'answer'
type Shape = z.core.$ZodType

const kind = `(${timelineKinds.join('|')})`

/** What zod cannot express, because the schema reads its value itself. */
const facts = new Map<unknown, Json>([
  [
    zMoney,
    { pattern: String.raw`^-?\d+\.\d{2}$`, description: 'An amount with two decimal places', examples: ['100.00'] },
  ],
  [
    zMoneyIn,
    {
      pattern: String.raw`^\d{1,12}(\.\d{1,2})?$`,
      description: 'An amount with at most two decimal places; a JSON number is refused',
      examples: ['100', '100.50'],
    },
  ],
  [zPrice, { pattern: String.raw`^\d+(\.\d{1,2})?$`, description: 'Decimal odds', examples: ['2.10'] }],
  [
    zPriceIn,
    {
      pattern: String.raw`^(?=\d{1,6}(\.|$))0*[1-9]\d*(\.\d{1,2})?$`,
      description: 'Decimal odds from 1.00 to 999999.99',
      examples: ['2.10'],
    },
  ],
  [zTime, { format: 'date-time', description: 'A time in UTC, ISO 8601' }],
  [zPicture, { pattern: '^([A-Za-z0-9+/]{4})+$|^([A-Za-z0-9+/]{4})*[A-Za-z0-9+/]{2}([A-Za-z0-9+/]|=)=$' }],
  [zKinds, { pattern: String.raw`^\s*${kind}\s*(,\s*${kind}\s*)*$` }],
  [optionFields.segments, { enum: [...wheelSizes] }],
])

const gap = String.raw`[\s()./-]*`
const between = (minimum: number, maximum: number): Json => ({ type: 'integer', minimum, maximum })

/** A mobile number of the country: nine digits, of which the country says the first. */
function mobileSchema(): Json {
  const { calling_code: code, mobile } = numbersNow()
  const firsts = [...(/^\[(\d+)\]/.exec(mobile)?.[1] ?? '0123456789')]
  const ranges = (before: string) =>
    firsts.map((first) => between(Number(`${before}${first}00000000`), Number(`${before}${first}99999999`)))
  return {
    description: 'A mobile number in any usual form, also as a number without its first 0',
    examples: [`${code}${firsts.at(-1)}12345678`, `0${firsts.at(-1)}12 345 678`],
    anyOf: [
      {
        type: 'string',
        pattern: String.raw`^${gap}((\+|00)?${gap}${code}${gap}0?|0)?${gap}[${firsts.join('')}](${gap}\d){8}${gap}$`,
      },
      ...ranges(''),
      ...ranges(code),
    ],
  }
}

/** The schemas that are written here whole, because what zod makes of them says too little or cannot be read as a type. */
const whole = new Map<unknown, Json>([
  [zDay, { type: 'string', format: 'date', pattern: '^(?!0000)', examples: ['2026-11-20'] }],
  [
    zOneTimeCode,
    { type: 'string', pattern: String.raw`^\s*\d{3}[ -]?\d{3}\s*$`, description: 'Six digits', examples: ['375958'] },
  ],
  [
    zDocumentNumber,
    {
      type: 'string',
      pattern: String.raw`^\s*[A-Za-z0-9]{5,20}\s*$`,
      description: 'Five to twenty letters and digits',
    },
  ],
])

/** The whole schema of a shape; undefined if what zod makes of it is kept. */
export function wholeSchema(shape: unknown, side: Side): Json | undefined {
  if (shape === zId && side === 'answer') return { type: 'string' }
  const bounds = countedBounds.get(shape)
  if (bounds) return { type: 'integer', minimum: 1, maximum: bounds.highest, default: bounds.normal }
  if (shape === zMsisdn && side === 'input') return mobileSchema()
  return side === 'input' || shape === zDay ? whole.get(shape) : undefined
}

/** What is added to the schema that zod makes of a shape: facts of its own, or what its checks refuse beside. */
export function furtherFacts(shape: Shape, made: Json, side: Side): Json | undefined {
  const own = facts.get(shape)
  if (own || side === 'answer') return own
  return boundedAmount(shape) ?? withoutZero(shape, made) ?? trimmedText(shape, made)
}

const accepts = (shape: Shape, value: unknown): boolean => z.safeParse(shape, value).success

/** An amount or price with a lowest value, which its check alone knows: above zero, or odds from 1.01. */
function boundedAmount(shape: Shape): Json | undefined {
  const base = [zMoneyIn, zPriceIn].find((one) => isDerived(shape, one as unknown as Shape))
  const isPrice = base === zPriceIn
  if (!base || accepts(shape, isPrice ? '1.00' : '0')) return undefined
  const { description, examples, pattern } = facts.get(base) ?? {}
  const lowest = isPrice ? String.raw`(?!0*1(\.0+)?$)` : '(?=.*[1-9])'
  return { type: 'string', pattern: `^${lowest}${String(pattern).slice(1)}`, description, examples }
}

/** Whether a shape is another one with further checks. */
function isDerived(shape: Shape, from: Shape): boolean {
  for (let parent = shape._zod.parent; parent; parent = parent._zod.parent) if (parent === from) return true
  return false
}

/** A whole number of either sign that is never zero. */
function withoutZero(shape: Shape, { type, minimum, maximum }: Json): Json | undefined {
  if (type !== 'integer' || !(Number(minimum) < 0) || accepts(shape, 0)) return undefined
  return { anyOf: [between(Number(minimum), -1), between(1, Number(maximum))] }
}

/** A text that is counted without the spaces around it. */
function trimmedText(shape: Shape, { type, minLength, pattern }: Json): Json | undefined {
  const least = Number(minLength ?? 0)
  if (type !== 'string' || pattern !== undefined || least < 1 || accepts(shape, ' '.repeat(least))) return undefined
  return { pattern: least === 1 ? String.raw`\S` : String.raw`\S[\s\S]{${least - 2},}\S` }
}
