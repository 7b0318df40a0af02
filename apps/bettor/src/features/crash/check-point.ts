import { tipOf } from '@nare/fair/chain'
import { fromHex, sha256, toHex } from '@nare/fair/hash'
import { crashPoint } from '@nare/games/crash'
import { multiplierText } from './flight.ts'

/** A round that is over, and what the chain's owner published before its first game. */
export type OverRound = { round_id: string; chain_id: string; game_no: number; hash: string; crash_point: string }
export type PublishedChain = { chain_id: string; tip: string; salt?: string | undefined; return_percent: string }

export type CheckName = 'seal' | 'previous' | 'chain' | 'point'
export type PointCheck = { name: CheckName; ok: boolean; published: string; computed: string }

type Evidence = {
  chain: PublishedChain
  /** The seal that this browser saw before the flight. */
  seal?: string | undefined
  /** The hash of the game before, which should be the same; it counts where no seal was seen. */
  previous?: string | undefined
}
type Running = {
  /** Called between stretches of the chain with the part that is done, 0 to 1. */
  onProgress: (done: number) => void
  /** Lets the page breathe between stretches; false ends the check. */
  pause: () => Promise<boolean>
}

const stretch = 4000

/**
 * Recomputes a round from what is published: its hash gives the seal, after `game_no` hashes the tip of the chain, and with the
 * salt the crash point. Undefined if the check was ended, or where a hash is not hexadecimal.
 */
export async function checkPoint(
  round: OverRound,
  { chain, seal, previous }: Evidence,
  { onProgress, pause }: Running,
): Promise<PointCheck[] | undefined> {
  const hash = bytesOf(round.hash)
  if (!hash) return undefined
  const checks: PointCheck[] = []
  const compare = (name: CheckName, published: string, computed: string): void =>
    void checks.push({ name, published, computed, ok: published === computed })
  if (seal !== undefined) compare('seal', seal, toHex(sha256(hash)))
  else if (previous !== undefined) compare('previous', previous, toHex(sha256(hash)))
  let link = hash
  for (let done = 0; done < round.game_no; done += stretch) {
    link = tipOf(link, Math.min(stretch, round.game_no - done))
    onProgress(Math.min(1, (done + stretch) / round.game_no))
    if (!(await pause())) return undefined
  }
  compare('chain', chain.tip, toHex(link))
  if (chain.salt !== undefined) {
    const point = crashPoint({ salt: chain.salt, hash, returnPercent: Number(chain.return_percent) })
    compare('point', round.crash_point, multiplierText(point))
  }
  return checks
}

function bytesOf(hex: string): Uint8Array | undefined {
  return /^[0-9a-f]{64}$/i.test(hex) ? fromHex(hex) : undefined
}

const sealsMax = 60

/** The seals that this page saw while their rounds could be bet on; the first one seen of a round counts. */
export function sealsSeen() {
  const seen = new Map<string, string>()
  return {
    note(roundId: string, seal: string): void {
      if (seen.has(roundId)) return
      seen.set(roundId, seal)
      const [oldest] = seen.keys()
      if (seen.size > sealsMax && oldest !== undefined) seen.delete(oldest)
    },
    of: (roundId: string): string | undefined => seen.get(roundId),
  }
}
