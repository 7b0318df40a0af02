import { readFileSync } from 'node:fs'
import { money, parseMoney, price } from '@nare/money/money'
import { describe, expect, test } from 'vitest'
import { outcome } from './grading/outcome.ts'
import type { DecidedState, LegState } from './result.ts'
import { settleBet } from './ticket/settle.ts'

const rows = (name: string): string[][] =>
  readFileSync(new URL(`../test-data/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

const states: Readonly<Record<string, DecidedState>> = {
  '1,0,0': 'won',
  '0,0,1': 'lost',
  '0,1,0': 'void',
  '0.5,0.5,0': 'half_won',
  '0,0.5,0.5': 'half_lost',
}
const stateOf = (...shares: (string | undefined)[]) => states[shares.map(Number).join(',')]

describe('B8 every quarter, half and whole line against every score', () => {
  const handicaps = rows('asian_handicap_vectors.csv')
  const totals = rows('total_vectors.csv')

  test('the file has 675 vectors', () => {
    expect(handicaps.length + totals.length).toBe(675)
  })

  test('Asian handicaps, for home and for away, with the payout of 100.00 at 1.90', () => {
    for (const [diff = '', side = '', win, refund, lose, , , payout = ''] of handicaps) {
      const line = Number(side)
      const words = line < 0 ? `minus ${-line}` : `plus ${line}`
      const lead = Number(diff)
      const home = { finished: true, fullTime: { home: 10 + lead, away: 10 } }
      const away = { finished: true, fullTime: { home: 10, away: 10 + lead } }
      const state = outcome('16', `home_team ${words}`, home)
      expect(state, `${diff} ${side}`).toBe(stateOf(win, refund, lose))
      expect(outcome('16', `away_team ${words}`, away)).toBe(state)
      expect(returned(state)).toBe(parseMoney(payout))
    }
  })

  test('totals, over and under', () => {
    for (const [total = '', line = '', side = '', win, refund, lose] of totals) {
      const result = { finished: true, fullTime: { home: Number(total), away: 0 } }
      expect(outcome('18', `${side} ${Number(line)}`, result), `${total} ${side} ${line}`).toBe(
        stateOf(win, refund, lose),
      )
    }
  })
})

function returned(state: LegState) {
  return settleBet({ type: 'single', stake: money(10_000n), legs: [{ price: price(1900n), state }] }).returned
}
