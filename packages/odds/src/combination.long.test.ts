import { combinablePart, type NamedPart } from '@nare/bets/markets/combination'
import { winsByText } from '@nare/bets/markets/combination-twin'
import { expect, test } from 'vitest'
import { combine } from './combination.ts'
import { combinableParts, modelsForTests, type Moment } from './combination-twin.ts'

/** The cells in which each part wins, by the twin. */
function winningByText({ match }: Moment, parts: readonly NamedPart[]): { p: number[]; wins: boolean[][] } {
  const { joint, score, halfTime } = match
  if (!joint) throw new Error('the model has halves')
  const { halfHome, halfAway, home, away } = joint.cells
  const ends = [...joint.p].flatMap((p, at) => {
    const half = { home: score.home + (halfHome[at] ?? 0), away: score.away + (halfAway[at] ?? 0) }
    const full = { home: score.home + (home[at] ?? 0), away: score.away + (away[at] ?? 0) }
    return p > 0 ? [{ p, half: halfTime ?? half, full }] : []
  })
  return { p: ends.map(({ p }) => p), wins: parts.map((part) => ends.map((end) => winsByText(part, end))) }
}

test('O20 every combination of two parts has the chance of its scores', { timeout: 3_600_000 }, () => {
  const [early, live, late] = modelsForTests()
  for (const moment of [early, live, late]) {
    const { match, inPlay } = moment
    const parts = combinableParts().filter((part) => combinablePart(part, { inPlay }))
    const { p, wins } = winningByText(moment, parts)
    let worst = 0
    for (const [n, one] of parts.entries())
      for (let m = n + 1; m < parts.length; m++) {
        const other = parts[m]
        if (!other) continue
        const sum = p.reduce((all, own, at) => (wins[n]?.[at] && wins[m]?.[at] ? all + own : all), 0)
        const { chance = NaN, conflicts } = combine(match, { parts: [one, other], inPlay })
        const isImpossible = conflicts.some(({ why }) => why === 'impossible')
        expect(isImpossible).toBe(sum === 0)
        worst = Math.max(worst, Math.abs(chance - sum))
      }
    expect(worst).toBeLessThan(1e-12)
  }
})
