import { afterAll, beforeAll, test } from 'vitest'
import { arcadeApp, type ArcadeApp } from '#testing/arcade'
import { dialects, playWithFaults } from './testing/arcade-rounds.ts'

let arcade: ArcadeApp

beforeAll(async () => {
  arcade = await arcadeApp()
})
afterAll(() => arcade.close())

test.each(dialects)('200 rounds of $provider with every fault end in equal books', async (dialect) => {
  await playWithFaults(arcade, dialect, 200)
})
