import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { curve } from './sealing.ts'

const lifeS = 12 * 3600
/** A token is made again when less than half of its life is left. */
const keptS = lifeS / 2
const tokensMax = 100

type VapidDeps = {
  readonly privateKey: Uint8Array
  /** An address to write to, as mailto: or https. */
  readonly contact: string
  readonly nowMs: () => number
}

const text64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Opens the key by which push services know this server, RFC 8292: a signed token for each service, kept for some hours. */
export function openVapid({ privateKey, contact, nowMs }: VapidDeps) {
  const pair = createECDH(curve)
  pair.setPrivateKey(privateKey)
  const point = pair.getPublicKey()
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256', d: Buffer.from(privateKey).toString('base64url') },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const publicKey = point.toString('base64url')
  const tokens = new Map<string, { readonly token: string; readonly untilS: number }>()

  function tokenFor(origin: string): string {
    const nowS = Math.floor(nowMs() / 1000)
    const kept = tokens.get(origin)
    if (kept && kept.untilS > nowS && kept.untilS <= nowS + keptS) return kept.token
    const claims = { aud: origin, exp: nowS + lifeS, sub: contact }
    const signed = `${text64({ typ: 'JWT', alg: 'ES256' })}.${text64(claims)}`
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
    const token = `${signed}.${signature}`
    if (tokens.size >= tokensMax) tokens.clear()
    tokens.set(origin, { token, untilS: nowS + keptS })
    return token
  }

  return {
    /** The public key as base64url, which browsers subscribe with. */
    publicKey,
    /** The header `Authorization` of a request to a push service. */
    authorization: (origin: string): string => `vapid t=${tokenFor(origin)}, k=${publicKey}`,
  }
}
