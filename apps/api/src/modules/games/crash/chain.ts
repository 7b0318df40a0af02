import { setImmediate as turn } from 'node:timers/promises'
import { tipOf } from '@nare/fair/chain'
import { toHex, type Bytes } from '@nare/fair/hash'

/** The distance of stored links. The hash of any game is computed with fewer hashes than this. */
const stepGames = 1000
const linkBytes = 32

/**
 * A SHA-256 chain over raw bytes: link 0 is `first`, link n the hash of link n-1, and the last one, link `games`, is the tip. Returns the
 * tip and every thousandth link, concatenated. Yields to other work after each thousand.
 */
export async function makeChain(first: Bytes, games: number): Promise<{ tip: string; checkpoints: Uint8Array }> {
  const checkpoints = new Uint8Array((Math.floor((games - 1) / stepGames) + 1) * linkBytes)
  let link = first
  for (let at = 0; at < games; at += stepGames) {
    checkpoints.set(link, (at / stepGames) * linkBytes)
    link = tipOf(link, Math.min(stepGames, games - at))
    await turn()
  }
  return { tip: toHex(link), checkpoints }
}

/** The hash of a game, counted from 1: hashed `gameNo` times it gives the tip. */
export function hashOfGame({ checkpoints, games }: { checkpoints: Uint8Array; games: number }, gameNo: number): Bytes {
  const link = games - gameNo
  const from = Math.floor(link / stepGames)
  return tipOf(checkpoints.slice(from * linkBytes, (from + 1) * linkBytes), link - from * stepGames)
}
