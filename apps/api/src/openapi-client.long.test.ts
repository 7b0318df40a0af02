import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '#testing/app'

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const client = fileURLToPath(new URL('../test-data/generated-client.ts', import.meta.url))

type Client = { readonly play: (address: string, matchId: string) => Promise<unknown> }

let nare: TestApp
let address: string
let folder: string
let document: string
beforeAll(async () => {
  nare = await testApp()
  address = await nare.app.app.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'nare-client-'))
  await Promise.all([symlink(modules, join(folder, 'node_modules')), cp(client, join(folder, 'client.ts'))])
  document = await (await fetch(`${address}/openapi.json`)).text()
  await writeFile(join(folder, 'api.ts'), astToString(await openapiTS(document)))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await nare.close()
})

/** The errors of the type checker of this repository in a client's files, in the strictest settings. */
function typeErrors(): Promise<string> {
  const options = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--skipLibCheck']
  const modulesOf = ['--target', 'es2024', '--module', 'nodenext', '--allowImportingTsExtensions', '--types', 'node']
  const args = [join(modules, 'typescript/bin/tsc'), '--noEmit', ...options, ...modulesOf, 'client.ts']
  return new Promise((resolve) =>
    execFile(process.execPath, args, { cwd: folder }, (fault, stdout) =>
      resolve(fault && stdout === '' ? fault.message : stdout),
    ),
  )
}

test('types generated from the document accept a client of it, and no wrong field, value or call', async () => {
  expect(await typeErrors()).toBe('')
})

test('a client with generated types signs up, deposits, bets, cashes out and withdraws', async () => {
  const { play } = (await import(pathToFileURL(join(folder, 'client.ts')).href)) as Client
  expect(await play(address, await nare.match())).toMatchObject({
    balance: '950.00',
    bet: { state: 'open', stake: '100.00', total_odds: '2.10' },
    cashedOut: { state: 'cashed_out' },
    payment: { kind: 'withdrawal', status: 'done', tax: '9.50', net: '190.00' },
    refusals: ['insufficient_funds 850.00', 'session_required undefined', 'deposit_open pending'],
  })
})

test('the recommended rules of Redocly find nothing but two paths that no call confuses: their methods differ', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: document, absoluteRef: '/openapi.json', config })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([
    'no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: `/v1/games/{game}/bet` and `/v1/games/rounds/{round_id}`.',
  ])
})
