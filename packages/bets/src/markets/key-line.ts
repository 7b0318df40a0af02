import { lineText, quartersOf } from './line.ts'
import type { LineKind } from './line.ts'

/** The line that an odd_key of a market with such lines names; undefined if it names none. It need not be a line that the market has. */
export function keyLine(kind: LineKind, oddKey: string): string | undefined {
  if (kind === 'none') return ''
  if (kind === 'combination') return oddKey
  if (kind === 'asian') return parseAsian(oddKey)
  if (kind === 'total') return /(?:over|under) (\S+)/.exec(oddKey)?.[1]
  return /\S+$/.exec(oddKey)?.[0]
}

function parseAsian(oddKey: string): string | undefined {
  const match = /^(home|away)_team (plus|minus) (\S+)$/.exec(oddKey)
  const size = quartersOf(match?.[3] ?? '')
  if (!match || size === undefined) return undefined
  const own = match[2] === 'minus' ? -size : size
  const line = match[1] === 'home' ? own : -own
  return lineText(line === 0 ? 0 : line)
}
