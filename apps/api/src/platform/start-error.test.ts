import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** What a program of ours writes to the console before it ends, and its exit code. */
async function told(program: string, env: Record<string, string>) {
  const path = new URL(`../${program}`, import.meta.url).pathname
  const child = spawn(process.execPath, [path], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const words = await text(child.stderr)
  return { words: words.trim(), code: (await ended)[0] as number }
}

test('a database that cannot be reached is one sentence and no trace', async () => {
  const { words, code } = await told('main.ts', { DATABASE_URL: 'postgres://127.0.0.1:1/nare', LOG_LEVEL: 'silent' })
  expect([words.split('\n'), code]).toEqual([
    [expect.stringMatching(/^DATABASE_URL: its PostgreSQL cannot be reached: /)],
    1,
  ])
})

test('a fault of the configuration is a sentence in the commands of the operator too', async () => {
  const { words, code } = await told('ledger-verify.ts', { PORT: 'x' })
  expect(words).toMatch(/^The configuration has a fault:\n {2}PORT: .*$/)
  expect(code).toBe(1)
})
