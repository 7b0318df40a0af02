import type { ScoreKeepsRow } from '@nare/contract/operator-trading-board'

/** A cell of the grid: its score, what the house keeps, and how strong its colour is, from −4 (loses most) to 4. */
export type KeepsCell = ScoreKeepsRow & { readonly step: number }
export type KeepsGrid = {
  readonly homes: readonly number[]
  readonly aways: readonly number[]
  readonly cellOf: (home: number, away: number) => KeepsCell | undefined
  /** Amounts are shown in thousands, because the largest is one of millions. */
  readonly inThousands: boolean
}

const sideMax = 5
const thousandsFrom = 10_000

/** The scores next to the present one as a grid, at most five each way. Undefined for a sport that does not count goals. */
export function keepsGrid(rows: readonly ScoreKeepsRow[]): KeepsGrid | undefined {
  const [least] = rows
  if (!least || rows.some(({ home, away }) => home > 40 || away > 40)) return undefined
  const homes = firstOf(rows.map(({ home }) => home))
  const aways = firstOf(rows.map(({ away }) => away))
  const most = rows.reduce((max, { keeps }) => Math.max(max, Math.abs(Number(keeps))), 0)
  const byScore = new Map(
    rows.map((row) => [`${row.home}:${row.away}`, { ...row, step: stepOf(Number(row.keeps), most) }]),
  )
  return {
    ...{ homes, aways, inThousands: most >= thousandsFrom },
    cellOf: (home, away) => byScore.get(`${home}:${away}`),
  }
}

const firstOf = (all: readonly number[]): number[] => {
  const least = Math.min(...all)
  return [...new Set(all)].filter((goals) => goals < least + sideMax).toSorted((a, b) => a - b)
}

const stepOf = (keeps: number, most: number): number =>
  most === 0 || keeps === 0 ? 0 : Math.sign(keeps) * Math.max(1, Math.ceil((Math.abs(keeps) / most) * 4))

/** "+96" or "−9": what is kept, in whole shillings or thousands of them. */
export function keepsText(keeps: string, inThousands: boolean): string {
  const amount = Number(keeps) / (inThousands ? 1_000 : 1)
  const whole = Math.round(amount)
  const text = Math.abs(whole).toLocaleString('en-GB')
  return whole === 0 ? '0' : `${whole > 0 ? '+' : '\u2212'}${text}`
}

/** The ends at which the house keeps least, the worst first. */
export const worstEnds = (rows: readonly ScoreKeepsRow[], most: number): readonly ScoreKeepsRow[] =>
  rows.toSorted((a, b) => Number(a.keeps) - Number(b.keeps) || a.home + a.away - b.home - b.away).slice(0, most)
