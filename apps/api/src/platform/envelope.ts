import { createHash } from 'node:crypto'
import { jwtVerify } from 'jose'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Route } from '@nare/contract/route'
import { zCommandId } from '@nare/contract/shapes'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Session } from './session.ts'

/** The key, mode, clock and memory with which envelopes are checked. */
export type EnvelopeGuard = {
  /** The key embedded in the client, and those that it replaced. */
  readonly keys: readonly string[]
  /** 'embedded' accepts the embedded key and the session's own key, 'session' only the latter. */
  readonly mode: 'embedded' | 'session'
  readonly clock: Clock
  readonly memory: EnvelopeMemory
}

/** The envelopes that were accepted and have not expired. */
export type EnvelopeMemory = {
  /** True for the first use of an envelope, then false until it has expired. Also false if the envelope cannot be remembered. */
  isFirstUse(envelope: string, expiresAtMs: number): Promise<boolean>
}

type Posted = { call: Route; body: unknown; session: Session | undefined; address: string }

const aheadMaxS = 120

/**
 * Opens the specification's signed envelope `{ token }`, a JWT (HMAC-SHA256) of the data. Its `iat` is its expiry: the specification's
 * client writes now plus 60 seconds there. A plain body passes unless the call requires the envelope.
 *
 * An envelope is accepted once, for its call and bettor. Example: two bettors who ask for their balance in the same second send equal
 * envelopes, and both are answered. A command may be sent again: its id guards it.
 */
export async function openEnvelope(
  guard: EnvelopeGuard,
  { call, body, session, address }: Posted,
): Promise<Outcome<Record<string, unknown>, 'bad_envelope'>> {
  const plain: Record<string, unknown> =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
  const token = 'token' in plain && Object.keys(plain).length === 1 ? plain['token'] : undefined
  if (typeof token !== 'string') {
    if (call.envelope === 'required') return refused('bad_envelope', undefined, 'This request must be signed')
    return done(plain)
  }
  const keys = [...(session ? [session.signingKey] : []), ...(guard.mode === 'embedded' ? guard.keys : [])]
  const payload = await firstThatOpens(token, keys)
  if (!payload) return refused('bad_envelope')
  const { iat, ...data } = payload
  const nowS = guard.clock.now() / 1000
  if (typeof iat !== 'number' || iat < nowS) return refused('bad_envelope', undefined, 'The signed request has expired')
  if (iat > nowS + aheadMaxS) return refused('bad_envelope', undefined, 'The clock of this device is ahead')
  const envelope = `${call.path} ${session?.bettor ?? address} ${signedPart(token)}`
  if (!isCommand(call) && !(await guard.memory.isFirstUse(envelope, iat * 1000))) {
    return refused('bad_envelope', undefined, 'This signed request was used before')
  }
  return done(data)
}

/** Whether a call has a command id, so that sending it twice executes it once. */
const isCommand = ({ input }: Route): boolean => 'shape' in input && Object(input.shape).id === zCommandId

/** Header and payload. Several encodings of one signature verify; the signed part has only one encoding. */
const signedPart = (token: string): string => token.slice(0, token.lastIndexOf('.'))

async function firstThatOpens(token: string, keys: readonly string[]): Promise<Record<string, unknown> | undefined> {
  for (const key of keys) {
    try {
      // jose would refuse an `iat` in the future; the rules above check the time instead.
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

const rememberedMax = 200_000

/** The envelopes that this process accepted. A full memory refuses new envelopes, which is safe. */
export function envelopesInMemory(clock: Clock): EnvelopeMemory {
  const seen = new Map<string, number>()
  return {
    async isFirstUse(envelope, expiresAtMs) {
      if (seen.has(envelope)) return false
      if (seen.size >= rememberedMax) for (const [old, until] of seen) if (until < clock.now()) seen.delete(old)
      if (seen.size >= rememberedMax) return false
      seen.set(envelope, expiresAtMs)
      return true
    },
  }
}

/** The accepted envelopes of all processes of a bus; while the bus is down, each process remembers only its own. */
export function envelopesOverBus(bus: Bus, clock: Clock): EnvelopeMemory {
  const local = envelopesInMemory(clock)
  return {
    async isFirstUse(envelope, expiresAtMs) {
      if (!(await local.isFirstUse(envelope, expiresAtMs))) return false
      const key = createHash('sha256').update(envelope).digest('base64url')
      return (await bus.claim(`envelope ${key}`, expiresAtMs - clock.now())) ?? true
    },
  }
}
