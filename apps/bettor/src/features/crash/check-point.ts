import { tipOf } from '@nare/fair/chain'
import { fromHex, sha256, toHex } from '@nare/fair/hash'
import { crashPoint } from '@nare/games/crash'
import { multiplierText } from './flight.ts'

/** A finished round. */
export type FinishedRound = { round_id: string; chain_id: string; game_no: number; hash: string; crash_point: string }
/** What was published of a chain before its first game. */
export type PublishedChain = { chain_id: string; tip: string; salt?: string | undefined; return_percent: string }

export type CheckName = 'seal' | 'previous' | 'chain' | 'point'
export type PointCheck = { name: CheckName; ok: boolean; published: string; computed: string }

type Evidence = {
  chain: PublishedChain
  /** The seal that this browser saw before the flight. */
  seal?: string | undefined
  /** The hash of the round before, which should be equal; used only without a seal. */
  previous?: string | undefined
}
type Progress = {
  /** Called after each chunk of the chain with the finished share, 0 to 1. */
  onProgress: (done: number) => void
  /** Lets the page render between chunks; false ends the check. */
  pause: () => Promise<boolean>
}

const chunkHashes = 4000

/**
 * Recomputes a round from published values: hashing its hash once gives the seal, `game_no` times the tip of the chain; its hash and
 * the salt give the crash point. Undefined if the check was stopped or the hash is not hexadecimal.
 */
export async function checkPoint(
  round: FinishedRound,
  { chain, seal, previous }: Evidence,
  { onProgress, pause }: Progress,
): Promise<PointCheck[] | undefined> {
  const hash = bytesOf(round.hash)
  if (!hash) return undefined
  const checks: PointCheck[] = []
  const compare = (name: CheckName, published: string, computed: string): void =>
    void checks.push({ name, published, computed, ok: published === computed })
  if (seal !== undefined) compare('seal', seal, toHex(sha256(hash)))
  else if (previous !== undefined) compare('previous', previous, toHex(sha256(hash)))
  let link = hash
  for (let done = 0; done < round.game_no; done += chunkHashes) {
    link = tipOf(link, Math.min(chunkHashes, round.game_no - done))
    onProgress(Math.min(1, (done + chunkHashes) / round.game_no))
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

/** Stores the seals that this page received while their rounds were open for betting; the first seal of a round counts. */
export function sealStore() {
  const sealOf = new Map<string, string>()
  return {
    note(roundId: string, seal: string): void {
      if (sealOf.has(roundId)) return
      sealOf.set(roundId, seal)
      const [oldest] = sealOf.keys()
      if (sealOf.size > sealsMax && oldest !== undefined) sealOf.delete(oldest)
    },
    of: (roundId: string): string | undefined => sealOf.get(roundId),
  }
}
