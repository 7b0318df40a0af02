import { expect, test } from 'vitest'
import { betting, type BettingState } from '../state/betting.ts'
import { resolveCommand, type CommandResult } from '../commands/command-outcome.ts'
import { blocksReload } from './blocks-reload.ts'

const initial = betting.reducer(undefined, { type: 'test' })

test('a page without commands and receipts may be reloaded', () => {
  expect(blocksReload(initial)).toBe(false)
})

test.each<Partial<BettingState>>([
  { placements: { ...initial.placements, sports: { ...initial.placements.sports, stage: 'sending' } } },
  { placements: { ...initial.placements, jackpot: { ...initial.placements.jackpot, stage: 'checking' } } },
  { receipts: [{}] as never },
  { kiron: {} as never },
  { jackpotbestlip: {} },
])('a slip that is being placed and an open receipt of any product block a reload: %j', (fields) => {
  expect(blocksReload({ ...initial, ...fields })).toBe(true)
})

test('a command of any product blocks a reload until its outcome is known', async () => {
  const response = Promise.withResolvers<CommandResult<string>>()
  const outcome = resolveCommand({
    answer: response.promise,
    lookUp: () => response.promise,
    wait: () => new Promise(() => {}),
    onChecking: () => {},
  })
  expect(blocksReload(initial)).toBe(true)
  response.resolve({ ok: true, value: 'placed' })
  await outcome
  expect(blocksReload(initial)).toBe(false)
})
