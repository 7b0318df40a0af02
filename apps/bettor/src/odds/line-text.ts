/** The line of total goals that lists show if a match has it. */
export const usualLine = '2.5'

const signs: Readonly<Record<string, string>> = { over: 'O ', under: 'U ', plus: '+', minus: '−' }

/** The line of an outcome in a few letters, as "O 2.5" or "−0.5"; undefined for an outcome without a line. */
export function lineOf(oddKey: string): string | undefined {
  const found = /(over|under|plus|minus) (\S+)$/.exec(oddKey)
  return found ? (found[2] === '0' ? '0' : `${signs[found[1] ?? '']}${found[2]}`) : undefined
}

/** The line of an outcome, if it is not the usual one of the heading above. */
export const unusualLine = (oddKey: string): string | undefined => (/r 2\.5$/.test(oddKey) ? undefined : lineOf(oddKey))
