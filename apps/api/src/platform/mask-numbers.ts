/** Phone numbers of Kenya and Tanzania: international, or as people there write them, also in groups. */
const numbers = /(?<![\w.-])(?:\+?(?:254|255)[ -]?|0)([167]\d{2})[ -]?\d{3}[ -]?(\d{3})(?![\w-])/g

/** Hides the middle of each phone number in a value, as 0712 *** 678; texts in lists and fields included. */
export function maskNumbers<T>(value: T): T
export function maskNumbers(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(numbers, '0$1 *** $2')
  if (Array.isArray(value)) return value.map((item) => maskNumbers<unknown>(item))
  if (typeof value !== 'object' || value === null || value.constructor !== Object) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, maskNumbers<unknown>(part)]))
}
