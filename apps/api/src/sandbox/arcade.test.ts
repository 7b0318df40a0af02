import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config'
import { ke } from '#country/ke'
import { openLog } from '#platform/log'
import { programsHere } from '#platform/programs'
import { openArcade } from './arcade.ts'

const taken = createServer()
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  port = (taken.address() as AddressInfo).port
})
afterAll(() => taken.close())

function arcadeWith(env: Record<string, string>) {
  const config = readConfig(env)
  const at = { log: openLog('silent'), programs: programsHere(), platform: () => 'http://127.0.0.1:9' }
  return openArcade({ ...at, config, country: ke })
}

test('if the next port is in use the games get another one, which the Content-Security-Policy names', async () => {
  const arcade = arcadeWith({ PORT: String(port - 1) })
  expect(arcade.frameSource()).toBe(`http://127.0.0.1:${port}`)
  const origin = (await arcade.origin()) ?? ''
  expect(new URL(origin).port).not.toBe(String(port))
  expect(arcade.frameSource()).toBe(origin)
  expect((await fetch(`${origin}/play/pragmatic/scratch-7`)).status).toBe(200)
  await arcade.close()
  await expect(fetch(origin)).rejects.toThrow()
})

test('if the configured port is in use the games are unreachable and a launch has no address', async () => {
  const arcade = arcadeWith({ ARCADE_PORT: String(port) })
  expect(await arcade.origin()).toBeUndefined()
  const opening = {
    game: 'jetx',
    token: 'a',
    mode: 'real',
    lang: 'en',
    player: '1',
    returnUrl: 'http://a.example',
  } as const
  expect(await arcade.launchers.get('smartsoft')?.(opening)).toBeUndefined()
  expect(await arcade.sportsPage()).toBeUndefined()
  await arcade.close()
})

test('behind a proxy browsers get the configured address', async () => {
  const arcade = arcadeWith({ ARCADE_PORT: '0', ARCADE_URL: 'https://games.example/' })
  expect(arcade.frameSource()).toBe('https://games.example')
  expect(await arcade.sportsPage()).toBe('https://games.example/sports')
  await arcade.close()
})
