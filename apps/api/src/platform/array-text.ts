const toEscape = /["\\]/
const escaped = /["\\]/g

/**
 * Formats an array of text, numbers, booleans, times and nulls as PostgreSQL array text, exactly as the driver would. Returns undefined for
 * an array with any other value, which is left to the driver. A batch sends its rows as arrays, and the driver spends more time on each
 * element than on the rest of a statement.
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

/** Undefined for a year that ISO 8601 does not write with four digits, because PostgreSQL would not parse it. */
function textOfTime(time: Date): string | undefined {
  const year = time.getUTCFullYear()
  return year >= 1 && year <= 9999 ? `"${time.toISOString()}"` : undefined
}
