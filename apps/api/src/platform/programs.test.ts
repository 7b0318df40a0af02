import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProgramsHub, programsHere, programsOfPrimary } from './programs.ts'
import { channelPair } from './testing/channels.ts'

let folder: string
let echo: string
let failing: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-programs-'))
  echo = join(folder, 'echo.mjs')
  failing = join(folder, 'failing.mjs')
  await writeFile(
    echo,
    `process.stdin.once('data', (line) => console.log(JSON.stringify({ pid: process.pid, got: JSON.parse(line).key })))
    process.stdin.on('close', () => process.exit(0))`,
  )
  await writeFile(failing, `console.log(JSON.stringify({ error: 'EADDRINUSE' }))`)
})
afterAll(() => rm(folder, { recursive: true }))

test('workers share one program, which gets the input of the first caller', async () => {
  const hub = openProgramsHub(programsHere())
  const workers = [channelPair(), channelPair()].map(({ worker, primary }) => {
    hub.attach(primary)
    return programsOfPrimary(worker)
  })
  const first = await workers[0]?.run(echo, { key: 'a' })
  const second = await workers[1]?.run(echo, { key: 'b' })
  expect(second?.given).toEqual({ key: 'a' })
  expect(second?.answered).toEqual(first?.answered)
  await first?.close()
  await hub.close()
})

test('a program that failed can be started again', async () => {
  const hub = openProgramsHub(programsHere())
  const { worker, primary } = channelPair()
  hub.attach(primary)
  const programs = programsOfPrimary(worker)
  await expect(programs.run(failing, {})).rejects.toThrow('EADDRINUSE')
  await expect(programs.run(failing, {})).rejects.toThrow('EADDRINUSE')
  await hub.close()
})
