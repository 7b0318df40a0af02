import { createPublicKey } from 'node:crypto'
import * as z from 'zod'
import { isNetwork } from './platform/address-list.ts'

const anyAddress = 'any'

/** The environment variables of the game providers. */
export const casinoVariables = {
  PRAGMATIC_SECRET: z.string().min(8).optional(),
  SMARTSOFT_SECRET: z.string().min(8).optional(),
  HUB88_PUBLIC_KEY: z
    .string()
    .transform((text) => text.replaceAll('\\n', '\n'))
    .refine(isRsaKey, 'must be the PEM text itself, of an RSA public key')
    .optional(),
  BGAMING_TOKEN: z.string().min(8).optional(),
  WALLET_ANSWER_MS: z.coerce.number().int().min(500).max(600_000).default(4000),
  GAME_PROVIDER_ADDRESSES: z
    .string()
    .refine(
      (text) => text === anyAddress || text.split(',').every(isNetwork),
      'must be addresses such as 196.201.212.69 or 196.201.212.0/24, or "any"',
    )
    .optional(),
}

const zGiven = z.object(casinoVariables)
type Given = z.output<typeof zGiven>

function isRsaKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** The faults of the game providers' settings in production: their wallet must not accept every address unless that is said. */
export function casinoFaults(e: Given): string[] {
  const isOn = [e.PRAGMATIC_SECRET, e.SMARTSOFT_SECRET, e.HUB88_PUBLIC_KEY, e.BGAMING_TOKEN].some(Boolean)
  return isOn && e.GAME_PROVIDER_ADDRESSES === undefined
    ? ['GAME_PROVIDER_ADDRESSES: set the addresses that the game providers call from, or "any" to accept every address']
    : []
}

/** The secrets of the game providers. A provider without a secret is off, except in the sandbox, which has default secrets. */
export function casinoOf(e: Given, { sandbox }: { sandbox: boolean }) {
  const secret = (given: string | undefined, ofSandbox: string) => given ?? (sandbox ? ofSandbox : undefined)
  return {
    pragmatic: secret(e.PRAGMATIC_SECRET, 'sandbox-pragmatic'),
    smartsoft: secret(e.SMARTSOFT_SECRET, 'sandbox-smartsoft'),
    bgaming: secret(e.BGAMING_TOKEN, 'sandbox-bgaming'),
    /** How long a provider's call may take; a call that is not committed by then is not applied. */
    answerMsMax: e.WALLET_ANSWER_MS,
    /** The PEM of Hub88's public key; without it the sandbox creates a key pair. */
    hub88: e.HUB88_PUBLIC_KEY,
    /** The networks that providers call from; empty to accept every address. */
    addresses: e.GAME_PROVIDER_ADDRESSES === anyAddress ? [] : (e.GAME_PROVIDER_ADDRESSES?.split(',') ?? []),
    /** Whether the operator has chosen to accept every address. */
    acceptsAnyAddress: e.GAME_PROVIDER_ADDRESSES === anyAddress,
  }
}
