import { ECDH } from 'node:crypto'
import { fieldFacts, type FieldFault } from '@nare/contract/field-codes'
import { refused } from '@nare/contract/outcome'
import { curve } from './push/push.ts'

type Given = { readonly endpoint: string; readonly keys: { readonly p256dh: string; readonly auth: string } }
export type Browser = { readonly endpoint: string; readonly p256dh: Buffer; readonly auth: Buffer }

const pointBytes = 65
const authBytes = 16
const wrong = (sentence: string): FieldFault => ({ code: 'not_valid', sentence })

/** Whether a host is one of these names; `*.` stands for every host below a name. */
export const isAmong = (host: string, names: readonly string[]): boolean =>
  names.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name))

/**
 * Reads what a browser says of itself. Its address must be one of these push services, by https and without a port or a name before it, because the
 * server makes requests to it; its keys must be a point of the curve and a secret.
 */
export function readBrowser({ endpoint, keys }: Given, hosts: readonly string[]) {
  const p256dh = bytesOf(keys.p256dh)
  const auth = bytesOf(keys.auth)
  const faults = {
    ...(!isAllowed(endpoint, hosts) && {
      'subscription.endpoint': wrong('This is no address of a push service that we know'),
    }),
    ...(!isPoint(p256dh) && { 'subscription.keys.p256dh': wrong('This is no public key of a browser') }),
    ...(auth.length !== authBytes && { 'subscription.keys.auth': wrong('This is no secret of a browser') }),
  }
  if (Object.keys(faults).length > 0) return refused('invalid_input', fieldFacts(faults))
  return { ok: true as const, value: { endpoint, p256dh, auth } satisfies Browser }
}

function isAllowed(endpoint: string, hosts: readonly string[]): boolean {
  // The address is kept and compared as the browser gave it, so it must be what it is read as.
  if (!/^https:\/\/[\x21-\x7e]+$/.test(endpoint) || !URL.canParse(endpoint)) return false
  const { protocol, username, password, port, hash, hostname, href } = new URL(endpoint)
  if (protocol !== 'https:' || username !== '' || password !== '' || port !== '' || hash !== '') return false
  return href === endpoint && isAmong(hostname, hosts)
}

const bytesOf = (text: string): Buffer =>
  /^[\w+/-]*={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0)

function isPoint(key: Buffer): boolean {
  if (key.length !== pointBytes || key[0] !== 4) return false
  try {
    ECDH.convertKey(key, curve, undefined, undefined, 'compressed')
    return true
  } catch {
    return false
  }
}
