/** A part of a whole in percent with one decimal, halves away from zero: 41 of 500 is "8.2". */
export function percentText(part: bigint, whole: bigint): string {
  const tenths = (absolute(part) * 2_000n + absolute(whole)) / (absolute(whole) * 2n)
  const sign = tenths !== 0n && part < 0n !== whole < 0n ? '-' : ''
  return `${sign}${tenths / 10n}.${tenths % 10n}`
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)
