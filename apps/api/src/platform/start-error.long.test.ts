import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** The console output of one of our programs, and its exit code. */
async function outputOf(program: string, env: Record<string, string>) {
  const path = new URL(`../${program}`, import.meta.url).pathname
  const child = spawn(process.execPath, [path], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const output = await text(child.stderr)
  return { output: output.trim(), code: (await ended)[0] as number }
}

test.concurrent('an unreachable database is reported in one sentence without a stack', async () => {
  const { output, code } = await outputOf('main.ts', {
    DATABASE_URL: 'postgres://127.0.0.1:1/nare',
    LOG_LEVEL: 'silent',
  })
  expect([output.split('\n'), code]).toEqual([
    [expect.stringMatching(/^DATABASE_URL: PostgreSQL cannot be reached: /)],
    1,
  ])
})

test.concurrent("a configuration error is reported in one sentence by the operator's commands too", async () => {
  const { output, code } = await outputOf('ledger-verify.ts', { PORT: 'x' })
  expect(output).toMatch(/^The configuration has an error:\n {2}PORT: .*$/)
  expect(code).toBe(1)
})

test.concurrent('an operator’s command whose database stops reports the lost database in one sentence, not wrong books', async () => {
  const server = createServer((socket) => void socket.once('data', () => socket.destroy()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const stopped = await outputOf('ledger-verify.ts', { DATABASE_URL: `postgres://nare@127.0.0.1:${port}/nare` })
  server.close()
  const refused = await outputOf('ledger-verify.ts', { DATABASE_URL: `postgres://nare@127.0.0.1:${port}/nare` })
  for (const { output, code } of [stopped, refused])
    expect([output.split('\n'), code]).toEqual([
      [expect.stringMatching(/^The database cannot be reached or has stopped, so the command did not finish: ./)],
      2,
    ])
})
