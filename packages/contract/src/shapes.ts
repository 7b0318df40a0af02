import { formatMoney, formatPrice, parseMoney, parsePrice, type Money, type Price } from '@nare/money/money'
import * as z from 'zod/mini'
import { fieldSentences } from './field-codes.ts'

/** An id: text that compares as text. A client may send 79 for "79". */
export const zId = z.pipe(
  z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()]),
  z.transform((id) => String(id)),
)

/** The number of a row, as far as PostgreSQL's `int` holds every one; without leading zeros, because it names a subject of operators' calls. */
export const zRowNumber = z.string().check(z.regex(/^[1-9]\d{0,8}$/))

/** The client's UUID of a money command, in lower case as PostgreSQL returns it, because it is compared as text. */
export const zCommandId = z.uuid().check(z.toLowerCase())

/** Text that `read` turns into a value; refused with the message where it finds none. */
export function reads<T>(read: (text: string) => T | undefined, message: string) {
  return z.pipe(
    z.string(),
    z.transform((text, context): T => {
      const value = read(text)
      if (value === undefined) {
        context.issues.push({ code: 'custom', message, input: text })
        return z.NEVER
      }
      return value
    }),
  )
}

/** A received amount: decimal text with at most two places. A JSON number is refused. */
export const zMoneyIn = reads<Money>(parseMoney, fieldSentences.amount_text)
/** A received price: decimal text with at most two places. */
export const zPriceIn = reads<Price>(parsePrice, fieldSentences.odds_text)

/** An amount going out, "100.00", and a price going out, "2.10". */
export const zMoney = z.string()
export const zPrice = z.string()
/** The tax on winnings that was withheld from what a bet returned, and what it left. */
export const zWinTax = z.object({ percent: z.string(), amount: zMoney, paid: zMoney })
export type WinTax = z.output<typeof zWinTax>
export const moneyText = (amount: Money): string => formatMoney(amount)
export const priceText = (at: Price | null): string | null => (at === null ? null : formatPrice(at))

/** The supported mobile-money services. */
export const zProvider = z.enum(['mpesa', 'airtel', 'mixx'])

/** The bounds of each `counted` number, for /openapi.json: a schema that converts text cannot tell them. */
export const countedBounds = new Map<unknown, { readonly highest: number; readonly normal: number }>()

/** The number of a text of digits alone; other text, such as 0x10 or 1e2, is none. */
const plainNumber = (given: string | number): number => (/^\d+$/.test(String(given)) ? Number(given) : NaN)

/** A whole number from 1, also as text; `normal` if it is left out. */
export function counted(highest: number, normal: number) {
  const whole = z.pipe(z.transform(plainNumber), z.int().check(z.gte(1), z.lte(highest)))
  const shape = z._default(z.pipe(z.union([z.string(), z.number()]), whole), normal)
  countedBounds.set(shape, { highest, normal })
  return shape
}

/**
 * Paging of every list: `page` from 1, `limit` at most 100. `after`, the `next` of a page's meta, asks for the rows after that page, whatever
 * has come or left since; `page` then only counts.
 */
export const paging = {
  page: counted(100_000, 1),
  limit: counted(100, 50),
  after: z.optional(z.string().check(z.regex(/^[\w-]{1,2000}$/))),
}

/** `total` is counted up to 100,000 in lists that may be longer. `next` is absent on the last page, and in lists whose pages are places of a ranking. */
export const zMeta = z.object({ page: z.number(), limit: z.number(), total: z.number(), next: z.optional(z.string()) })
export const zEmpty = z.object({})
export const zText = (most: number) => z.string().check(z.maxLength(most))
/** Joiners that emoji need are allowed. `DI` are the characters that a font draws as nothing; U+2800 is a blank sign of braille. */
const unseen = /(?!\u200d|\ufe0f)[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|\p{M}{4}/u
/** Text that others read: no line breaks, and no characters that turn, hide or cover letters. */
export const zShownText = (most: number) =>
  zText(most).check(z.refine((text) => !unseen.test(text), { error: fieldSentences.characters }))
/** Text that was stored before these characters were refused, without them. */
export const visibleText = (text: string): string => text.replace(new RegExp(unseen, 'gu'), '')
/** A calendar day, YYYY-MM-DD. PostgreSQL has no year 0. */
export const zDay = z.iso.date(fieldSentences.day_text).check(z.regex(/^(?!0000)/, fieldSentences.day_text))
/** A UTC time, ISO 8601. */
export const zTime = z.string()
