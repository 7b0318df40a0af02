import { toHex } from '@nare/fair/hash'
import { crashPoint } from '@nare/games/crash'
import { transact, type Db } from '#platform/db'
import { openSealing, randomSecret } from '#platform/sealing'
import { hashOfGame, makeChain } from '../crash/chain.ts'
import { insertChain, setSalt } from '../crash/chain-store.ts'

/** The key of a planted chain: CRASH_KEY of the server that plays it. */
export const crashKey = 'c7'.repeat(32)

/**
 * Publishes a chain whose secret the test knows, and returns its crash points in hundredths. The crash points of the first games satisfy
 * `first`: salts are tried until they do.
 */
export async function plantChain(
  db: Db,
  first: readonly ((point: number) => boolean)[] = [],
  games = 3000,
): Promise<(gameNo: number) => number> {
  const { tip, checkpoints } = await makeChain(randomSecret(), games)
  const hashes = first.map((_, n) => hashOfGame({ checkpoints, games }, n + 1))
  let salt = ''
  do salt = toHex(randomSecret())
  while (!hashes.every((hash, n) => first[n]?.(crashPoint({ salt, hash }))))
  const chainId = 'crash-1'
  const sealed = await openSealing({ key: Buffer.from(crashKey, 'hex') }).seal(chainId, checkpoints)
  await transact(db, async (tx) => {
    await insertChain(tx, { chainId, number: 1, games, tip, saltSource: 'a test', sealed })
    await setSalt(tx, { chainId, salt })
  })
  return (gameNo) => crashPoint({ salt, hash: hashOfGame({ checkpoints, games }, gameNo) })
}
