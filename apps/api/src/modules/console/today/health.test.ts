import { expect, test } from 'vitest'
import { judgeHealth, type HealthFacts } from './health.ts'

const facts: HealthFacts = {
  ...{ nowMs: 100_000, feed: undefined, settlement: { count: 0, sinceMs: undefined }, reader: undefined },
  ...{ payouts: { fault: undefined, count: 0, sinceMs: undefined }, sms: undefined, unpaidTaxes: [], databaseMs: 1 },
  ...{ replicaIsClose: undefined, backup: undefined, isSandbox: true, skewS: 0 },
}
const readerText = (name: string): string | undefined =>
  judgeHealth({ ...facts, reader: { name, rows: 3, sinceMs: 70_000 } }).find((one) => one.name === 'consumers')?.detail

test('a reader that is behind is named, except those of suspicions, of which not everybody may know', () => {
  expect(readerText('points')).toBe('points: 3 behind, for 30 s')
  for (const name of ['money laundering', 'opposite bets'])
    expect(readerText(name)).toBe('A reader of payments: 3 behind, for 30 s')
})
