import { lineOf, market, selection } from '@nare/bets/markets/markets'
import type { LinePrices } from './feeds/port.ts'
import type { Voided } from './states.ts'

/** Whether an outcome was declared void. */
export function isVoided(
  voids: readonly Voided[] | null | undefined,
  { marketId, oddKey }: { readonly marketId: string; readonly oddKey: string },
): boolean {
  return (voids ?? []).some(
    (one) =>
      one.marketId === marketId &&
      (one.line === undefined || one.line === lineOf(marketId, oddKey)) &&
      (one.oddKey === undefined || one.oddKey === oddKey),
  )
}

/** The line without the prices of outcomes that were declared void. Closed if no price is left. The same object if nothing changes. */
export function withoutVoided<L extends Pick<LinePrices, 'marketId' | 'keys' | 'prices' | 'state'>>(
  line: L,
  voids: readonly Voided[] | null | undefined,
): L {
  if (!voids || line.state === 'closed') return line
  const prices = line.prices.map((at, n) => (isVoided(voids, { ...line, oddKey: line.keys[n] ?? '' }) ? null : at))
  if (prices.every((at, n) => at === line.prices[n])) return line
  return prices.every((at) => at === null) ? { ...line, state: 'closed' } : { ...line, prices }
}

/** The list with one more; undefined if it names nothing that the catalogue has. */
export function withVoid(voids: readonly Voided[] | null, one: Voided): readonly Voided[] {
  return voids?.some((other) => isSame(other, one)) ? voids : [...(voids ?? []), one]
}

const isSame = (one: Voided, other: Voided): boolean =>
  one.marketId === other.marketId && one.line === other.line && one.oddKey === other.oddKey

/** The list without one; the same list if that is not in it. */
export function withoutVoid(voids: readonly Voided[] | null, one: Voided): readonly Voided[] | null {
  const left = (voids ?? []).filter((other) => !isSame(other, one))
  return left.length === (voids ?? []).length ? voids : left
}

/** The field that names nothing that there is; undefined if all do. */
export function unknownVoid(
  { marketId, line, oddKey }: Voided,
  isMarket: boolean,
): 'sub_type_id' | 'line' | 'odd_key' | undefined {
  if (!isMarket) return 'sub_type_id'
  if (oddKey !== undefined && !selection(marketId, oddKey)) return 'odd_key'
  if (line === undefined) return undefined
  const key = oddKey ?? market(marketId)?.outcomes(line)[0]?.key
  return key === undefined || lineOf(marketId, key) !== line ? 'line' : undefined
}
