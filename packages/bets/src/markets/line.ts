import type { DecidedState } from '../result.ts'

/**
 * The kind of a market's line: none, a total, the Asian handicap of the home side, a starting score, the number of a goal, or the whole key of
 * a combination.
 */
export type LineKind = 'none' | 'total' | 'asian' | 'start' | 'goal' | 'combination'

const decimalLine = /^(0|[1-9]\d{0,2})(?:\.(25|5|75))?$/
const startLine = /^(?:0:[1-9]|[1-9]:0)$/
const goalLine = /^[1-9]\d?$/
const quarterParts: Readonly<Record<string, number>> = { '25': 1, '5': 2, '75': 3 }

/** A line in whole quarters ("-1.25" is -5); undefined if the text is not in canonical form. */
export function quartersOf(line: string): number | undefined {
  const negative = line.startsWith('-')
  const match = decimalLine.exec(negative ? line.slice(1) : line)
  if (!match) return undefined
  const size = Number(match[1]) * 4 + (quarterParts[match[2] ?? ''] ?? 0)
  if (!negative) return size
  return size === 0 ? undefined : -size
}

/** The canonical text of a line in whole quarters: 5 is "1.25", 4 is "1". */
export function lineText(quarters: number): string {
  return String(quarters / 4)
}

/** Whether the text is a line of this kind in canonical form. */
export function isLine(kind: LineKind, line: string): boolean {
  if (kind === 'none') return line === ''
  if (kind === 'combination') return line !== ''
  if (kind === 'start') return startLine.test(line)
  if (kind === 'goal') return goalLine.test(line)
  const quarters = quartersOf(line)
  return quarters !== undefined && (kind === 'asian' || quarters > 0)
}

/** The state of a bet `quarters` quarter goals above its line: at zero the stake is refunded, at one quarter half of it wins. */
export function stateAbove(quarters: number): DecidedState {
  if (quarters >= 2) return 'won'
  if (quarters === 1) return 'half_won'
  if (quarters === 0) return 'void'
  return quarters === -1 ? 'half_lost' : 'lost'
}
