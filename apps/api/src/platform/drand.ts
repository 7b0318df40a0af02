import { fromHex, sha256, toHex } from '@nare/fair/hash'
import * as z from 'zod/mini'
import type { Clock } from './clock.ts'
import { readBounded } from './outgoing.ts'
import type { SaltSource } from './public-salt.ts'

/** A drand network over HTTP: `https://api.drand.sh` and the hash of one of its chains. */
export type DrandSettings = { readonly url: string; readonly chain: string }
type Deps = DrandSettings & { readonly clock: Clock; readonly timeoutMs?: number }

/** A chain is published within seconds after its round was chosen, or its owner has lost ownership meanwhile. */
const leadMs = 60_000
const answerCharsMax = 20_000

const zHex = z.string().check(z.regex(/^[0-9a-f]+$/))
const zInfo = z.object({ period: z.int().check(z.positive()), genesis_time: z.int(), hash: zHex })
const zBeacon = z.object({
  round: z.int(),
  randomness: zHex.check(z.length(64)),
  signature: zHex.check(z.minLength(32), z.maxLength(1000)),
})

const nameOf = (chain: string, round: number): string => `drand round ${round} of chain ${chain}`
const namePattern = /^drand round (\d{1,12}) of chain ([0-9a-f]{64})$/

/**
 * Salts from drand, a public randomness network. Each salt is the randomness of a round that is at least a minute ahead when the chain is
 * published. Anybody can read it at `<url>/<chain>/public/<round>` of any relay. The protocol is described at docs.drand.love: round n
 * appears at genesis_time + (n - 1) × period, and its randomness is the SHA-256 of its signature. This hash is checked here; whoever
 * verifies a round can check the signature itself.
 */
export function drandSalt({ url, chain, clock, timeoutMs = 10_000 }: Deps): SaltSource {
  let info: z.output<typeof zInfo> | undefined

  /** The response of a relay; undefined if it has none, for example because the round is in the future. */
  async function read(path: string): Promise<unknown> {
    const reply = await fetch(`${url}/${chain}/${path}`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readBounded(reply, answerCharsMax)
    return reply.ok ? JSON.parse(text) : undefined
  }

  return {
    async name() {
      info ??= zInfo.parse(await read('info'))
      if (info.hash !== chain) {
        info = undefined
        throw new Error(`${url} serves another chain than ${chain}`)
      }
      const after = (clock.now() + leadMs) / 1000 - info.genesis_time
      return nameOf(chain, Math.max(1, Math.ceil(after / info.period) + 1))
    },

    async draw(name) {
      const [, round, ofChain] = namePattern.exec(name) ?? []
      if (round === undefined || ofChain !== chain)
        throw new Error(`the salt "${name}" does not belong to the configured chain`)
      const answer = await read(`public/${round}`)
      if (answer === undefined) return undefined
      const beacon = zBeacon.parse(answer)
      const isValid = beacon.round === Number(round) && toHex(sha256(fromHex(beacon.signature))) === beacon.randomness
      if (!isValid) throw new Error(`${url} returned a wrong number or wrong randomness for round ${round}`)
      return beacon.randomness
    },
  }
}
