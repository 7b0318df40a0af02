import { jwtVerify } from 'jose'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Route } from '@nare/contract/route'
import { zCommandId } from '@nare/contract/shapes'
import type { Clock } from './clock.ts'
import type { Session } from './session.ts'

/** What opening an envelope takes: the key that ships with the client, whether it still counts, the clock, and a memory. */
export type EnvelopeGuard = {
  readonly key: string
  readonly mode: 'embedded' | 'session'
  readonly clock: Clock
  /** True the first time an envelope is seen, false ever after until it has expired. */
  readonly firstSight: (token: string, expiresAtMs: number) => boolean
}

type Posted = { call: Route; body: unknown; session: Session | undefined; address: string }

const aheadMostS = 120

/**
 * Opens the specification's signed envelope: a body whose only field is `token`, a JWT (HMAC-SHA256) of the data. Its
 * `iat` is its expiry, because the specification's client writes now plus 60 seconds there. A plain body passes
 * unless the call requires the envelope. For a command with `id` the id guards against replay; else an envelope is
 * taken once by a call for a bettor, or for an address where there is no session: without data, two of the same second sign
 * the same.
 */
export async function openEnvelope(
  guard: EnvelopeGuard,
  { call, body, session, address }: Posted,
): Promise<Outcome<Record<string, unknown>, 'bad_envelope'>> {
  const plain = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
  const token = 'token' in plain && Object.keys(plain).length === 1 ? plain.token : undefined
  if (typeof token !== 'string') {
    if (call.envelope === 'required') return refused('bad_envelope', undefined, 'This request must be signed')
    return done(plain)
  }
  const keys = [...(session ? [session.signingKey] : []), ...(guard.mode === 'embedded' ? [guard.key] : [])]
  const payload = await firstThatOpens(token, keys)
  if (!payload) return refused('bad_envelope')
  const { iat, ...data } = payload
  const nowS = guard.clock.now() / 1000
  if (typeof iat !== 'number' || iat < nowS) return refused('bad_envelope', undefined, 'The signed request has expired')
  if (iat > nowS + aheadMostS) return refused('bad_envelope', undefined, 'The clock of this device is ahead')
  const sight = `${call.path} ${session?.bettor ?? address} ${signedPart(token)}`
  if (!isCommand(call) && !guard.firstSight(sight, iat * 1000)) {
    return refused('bad_envelope', undefined, 'This signed request was used before')
  }
  return done(data)
}

/** Whether a call is a command that the client gives an id, which makes sending it twice doing it once. */
const isCommand = ({ input }: Route): boolean => 'shape' in input && Object(input.shape).id === zCommandId

/** Header and data. The signature can be spelled in several ways that open alike, what it signs only in one. */
const signedPart = (token: string): string => token.slice(0, token.lastIndexOf('.'))

async function firstThatOpens(token: string, keys: readonly string[]): Promise<Record<string, unknown> | undefined> {
  for (const key of keys) {
    try {
      // jose would refuse an `iat` in the future and knows no other expiry here: the time rules are ours, above.
      const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
        algorithms: ['HS256'],
        currentDate: new Date(0),
      })
      return payload
    } catch {
      continue
    }
  }
  return undefined
}

const rememberedMost = 200_000

/** A bounded memory of envelopes until they expire. Full, it refuses, which is safe, and forgets what has expired. */
export function envelopeMemory(clock: Clock): EnvelopeGuard['firstSight'] {
  const seen = new Map<string, number>()
  return (token, expiresAtMs) => {
    if (seen.has(token)) return false
    if (seen.size >= rememberedMost) for (const [old, until] of seen) if (until < clock.now()) seen.delete(old)
    if (seen.size >= rememberedMost) return false
    seen.set(token, expiresAtMs)
    return true
  }
}
