/** What people write between the groups of a number: one sign. */
const gap = String.raw`[\s./\u2010-\u2015-]?`

/**
 * Phone numbers of Kenya and Tanzania: international, or as people there write them, also in groups and after a word ("tel.0712345678"). Parts of
 * ids, such as the last one of a UUID, and of decimal numbers are none.
 */
const numbers = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}_]|\d[.,-]|-[\da-fA-F]{4}-)`,
    String.raw`(?:(?:\+|00)?25[45]${gap}(?:\(0\)|0)?${gap}|0)([167]\d{2})\)?${gap}`,
    String.raw`(?:\d{3}${gap}(\d{3})|\d{2}${gap}\d(\d)${gap}(\d{2}))`,
    String.raw`(?![\p{L}\p{N}_]|[.-]\d)`,
  ].join(''),
  'gu',
)

/** Hides the middle of each phone number in a value, as 0712 *** 678; texts in lists and fields included. */
export function maskNumbers<T>(value: T): T
export function maskNumbers(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(numbers, '0$1 *** $2$3$4')
  if (Array.isArray(value)) return value.map((item) => maskNumbers<unknown>(item))
  if (typeof value !== 'object' || value === null || value.constructor !== Object) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, maskNumbers<unknown>(part)]))
}
