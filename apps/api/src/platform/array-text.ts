const toEscape = /["\\]/
const escaped = /["\\]/g

/**
 * An array as the text of a PostgreSQL array, as the driver would write it, for arrays of text, numbers, booleans, times and nulls; undefined for
 * an array with anything else, which the driver writes. A batch sends its rows as arrays, and the driver spends more on each element than on
 * the rest of a statement.
 */
export function arrayText(values: readonly unknown[]): string | undefined {
  const parts: string[] = []
  let time: Date | undefined
  let timeText: string | undefined
  for (const value of values) {
    if (value instanceof Date && value !== time) {
      time = value
      timeText = textOfTime(value)
    }
    const text = value instanceof Date ? timeText : textOf(value)
    if (text === undefined) return undefined
    parts.push(text)
  }
  return `{${parts.join(',')}}`
}

function textOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'bigint':
    case 'number':
    case 'boolean':
      return String(value)
    case 'string':
      return toEscape.test(value) ? `"${value.replace(escaped, '\\$&')}"` : `"${value}"`
    default:
      return value === null || value === undefined ? 'NULL' : undefined
  }
}

/** PostgreSQL reads the years of ISO 8601 with four digits. */
function textOfTime(time: Date): string | undefined {
  const year = time.getUTCFullYear()
  return year >= 1 && year <= 9999 ? `"${time.toISOString()}"` : undefined
}
