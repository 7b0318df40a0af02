import { expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { openBook } from './book.ts'
import { openRounds, type Seat } from './rounds.ts'
import type { Dialect, Meaning } from './wallets/dialect.ts'
import type { Wire } from './wire.ts'

test('owed calls are repeated one at a time; when too many are owed, a call is dropped with a log line and no round starts', async () => {
  let meaning: Meaning = { kind: 'done' }
  const calls: string[] = []
  const wire = { ask: async (_dialect: Dialect, call: string) => (calls.push(call), meaning) } as unknown as Wire
  const dialects = new Map([['hub88', {} as Dialect]])
  const logged: string[] = []
  const book = openBook()
  const rounds = openRounds({ wire, book, dialects, log: (line) => void logged.push(line), owedMax: 1 })
  const seat = { player: { id: '1' }, game: 'wheel', balance: money(0n) } as unknown as Seat
  const open = () => book.open('hub88', 'wheel', '1')
  const [one, two, three] = [open(), open(), open()]
  for (const round of [one, two]) expect(await rounds.stake(seat, round, money(2000n))).toBe('done')
  meaning = { kind: 'unknown' }
  for (const round of [one, two]) await rounds.win(seat, round, money(100n))
  expect([rounds.owed(), logged.length]).toEqual([1, 1])

  const before = calls.length
  expect(await rounds.stake(seat, three, money(2000n))).toBe('refused')
  expect(await rounds.atOnce(seat, three, { stake: money(2000n), win: money(0n) })).toBe('refused')
  expect([calls.length, three.state]).toEqual([before, 'refused'])

  meaning = { kind: 'done' }
  await Promise.all([rounds.payOwed(), rounds.payOwed()])
  expect([calls.length - before, rounds.owed()]).toEqual([1, 0])
  expect(await rounds.stake(seat, open(), money(2000n))).toBe('done')
  rounds.close()
})
