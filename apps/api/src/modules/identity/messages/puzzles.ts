import { createHmac, timingSafeEqual } from 'node:crypto'
import { isSolution, type Puzzle } from '@nare/fair/puzzle'
import type { Clock } from '#platform/clock'
import { random } from '#platform/random'

/** About 130,000 hashes: half a second on a phone. */
const bitsLeast = 17
/** About four million hashes: ten to twenty seconds on a phone. */
const bitsMost = 22
const lifeMs = 10 * 60_000
const proofForm = /^((\d{1,2})\.(\d{13,14})\.[\w-]{16}\.([\w-]{43}))\.(\d{1,15})$/

/** The message that a puzzle is for. */
type For = { readonly purpose: string; readonly to: string }

export type Puzzles = ReturnType<typeof openPuzzles>

/**
 * Puzzles that a caller solves before a message is sent. A challenge is signed, so nothing is stored before it is solved; it belongs to one
 * receiver and one purpose, and ends after ten minutes. The caller makes sure that a challenge is used once.
 */
export function openPuzzles({ secret, clock }: { secret: () => Promise<Uint8Array>; clock: Pick<Clock, 'now'> }) {
  const sign = async (head: string, { purpose, to }: For): Promise<string> =>
    createHmac('sha256', await secret())
      .update(`puzzle|${purpose}|${to}|${head}`)
      .digest('base64url')

  return {
    /** A new puzzle. `load` is how many times as many messages as usual the caller's network has caused: each doubling adds a bit. */
    async issue(message: For, load: number): Promise<Puzzle> {
      const bits = Math.min(bitsMost, bitsLeast + Math.floor(Math.log2(Math.max(1, load))))
      const head = `${bits}.${clock.now() + lifeMs}.${random.token(12)}`
      return { challenge: `${head}.${await sign(head, message)}`, bits }
    },

    /** The challenge that `proof`, a challenge with a solution, solves; undefined if it is wrong, too old or for another message. */
    async check(proof: string, message: For): Promise<string | undefined> {
      const [, challenge = '', bits, until, signature = '', solution = ''] = proofForm.exec(proof) ?? []
      if (challenge === '' || Number(until) < clock.now()) return undefined
      const own = await sign(challenge.slice(0, -signature.length - 1), message)
      if (!timingSafeEqual(Buffer.from(own), Buffer.from(signature))) return undefined
      return isSolution({ challenge, bits: Number(bits) }, solution) ? challenge : undefined
    },
  }
}
