import { afterAll, beforeAll, expect, test } from 'vitest'
import { hub88 } from './testing/hub88-client.ts'
import { openWalletWorld, seen, unique, type WalletWorld } from './testing/wallet-world.ts'

const connections = 3
let world: WalletWorld
beforeAll(async () => {
  world = await openWalletWorld({ DB_MONEY_POOL: String(connections) })
})
afterAll(() => world.close())

test('stakes that wait for ticket ids do not occupy the connection that reserves them', async () => {
  const players = []
  for (let n = 0; n < 4 * connections; n++) players.push(await world.playing(hub88))
  // The first stakes of the process: no ids are reserved yet.
  const bets = await Promise.all(
    players.map(({ client, round }) => client.bet({ tx: unique('bet'), round, cents: 1000n })),
  )
  expect(bets.map(seen)).toEqual(players.map(() => 'done 9000'))
  await world.verify()
})
