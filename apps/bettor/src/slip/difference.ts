/** The first amount minus the second one, both decimal text with two places. */
export function difference(more: string, less: string): string {
  const cents = (text: string): bigint => BigInt(text.replace('.', ''))
  const digits = (cents(more) - cents(less)).toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
