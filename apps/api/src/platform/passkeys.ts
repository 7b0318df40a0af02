import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { Clock } from './clock.ts'
import { random } from './random.ts'

const lifeMs = 5 * 60_000
const macBytes = 32
const rpName = 'Nare'
/** Ed25519, ES256 and RS256, in the numbers of COSE. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** The site whose page asks the browser for a passkey. */
export type Site = { readonly origin: string; readonly host: string }

/** What a stored passkey is known by. */
export type StoredPasskey = { readonly id: string; readonly publicKey: Uint8Array; readonly counter: number }

/** A passkey that a browser made, and the challenge that it answered. */
export type NewPasskey = StoredPasskey & { readonly transports: readonly string[]; readonly challenge: Buffer }

type Holder = {
  /** The user handle, which says nothing about the person. */
  readonly id: Uint8Array
  readonly name: string
  /** The passkeys that the person has already, so that no device makes a second one. */
  readonly has?: readonly { readonly id: string; readonly transports: readonly string[] }[]
}

/**
 * Passkeys (WebAuthn), which always verify the person by fingerprint, face or PIN. A challenge says itself until when and for what it was
 * made, so that requests of strangers store nothing. Whoever accepts an answer must store its challenge's hash, so that it counts once.
 * `purpose` binds a challenge to what it is for, and may name a person, a session or a sum.
 */
export function openPasskeys({ clock, key }: { clock: Clock; key: () => Promise<Uint8Array> }) {
  async function macOf(purpose: string, head: Buffer): Promise<Buffer> {
    return createHmac('sha256', await key())
      .update(`passkey ${purpose} `)
      .update(head)
      .digest()
  }

  async function challengeFor(purpose: string): Promise<Uint8Array<ArrayBuffer>> {
    const head = Buffer.concat([Buffer.alloc(8), Buffer.from(random.token(16), 'base64url')])
    head.writeBigUInt64BE(BigInt(clock.now() + lifeMs))
    return Uint8Array.from(Buffer.concat([head, await macOf(purpose, head)]))
  }

  const isOurs =
    (purpose: string) =>
    async (challenge: string): Promise<boolean> => {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== 24 + macBytes) return false
      const head = bytes.subarray(0, 24)
      const isFresh = head.readBigUInt64BE() > BigInt(clock.now())
      return timingSafeEqual(await macOf(purpose, head), bytes.subarray(24)) && isFresh
    }

  return {
    /** The options of an answer by a passkey of this site; `of` are the passkeys that count, by default any. */
    async askOptions(
      purpose: string,
      { host }: Site,
      of?: readonly { readonly id: string; readonly transports: readonly string[] }[],
    ) {
      return generateAuthenticationOptions({
        rpID: host,
        challenge: await challengeFor(purpose),
        userVerification: 'required',
        ...(of && { allowCredentials: of.map((one) => ({ id: one.id, transports: [...one.transports] as never })) }),
      })
    },

    /** The options of a new passkey, which the device finds by itself later. */
    async newOptions(purpose: string, { host }: Site, { id, name, has = [] }: Holder) {
      return generateRegistrationOptions({
        rpName,
        rpID: host,
        userName: name,
        userID: Uint8Array.from(id),
        userDisplayName: name,
        challenge: await challengeFor(purpose),
        attestationType: 'none',
        supportedAlgorithmIDs,
        excludeCredentials: has.map((one) => ({ id: one.id, transports: [...one.transports] as never })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },

    /** Checks an answer by a stored passkey. Returns what it has counted and the hash of its challenge; undefined if it is not valid. */
    async readAnswer(
      purpose: string,
      response: unknown,
      { origin, host }: Site,
      { id, publicKey, counter }: StoredPasskey,
    ): Promise<{ counter: number; challenge: Buffer } | undefined> {
      const given = response as AuthenticationResponseJSON
      const verified = await verifyAuthenticationResponse({
        response: given,
        expectedChallenge: isOurs(purpose),
        expectedOrigin: origin,
        expectedRPID: host,
        credential: { id, publicKey: Uint8Array.from(publicKey), counter },
      }).catch(() => undefined)
      if (!verified?.verified) return undefined
      return { counter: verified.authenticationInfo.newCounter, challenge: challengeHash(given) }
    },

    /** Checks a new passkey; undefined if it is not valid, or names certificates: we ask for none. */
    async readNew(purpose: string, response: unknown, { origin, host }: Site): Promise<NewPasskey | undefined> {
      const given = response as RegistrationResponseJSON
      if (!isWithoutCertificates(given)) return undefined
      const verified = await verifyRegistrationResponse({
        response: given,
        supportedAlgorithmIDs,
        expectedChallenge: isOurs(purpose),
        expectedOrigin: origin,
        expectedRPID: host,
      }).catch(() => undefined)
      if (!verified?.verified) return undefined
      const { id, publicKey, counter } = verified.registrationInfo.credential
      const transports = transportsOf(given)
      return { id, publicKey: Buffer.from(publicKey), counter, transports, challenge: challengeHash(given) }
    },
  }
}

export type Passkeys = ReturnType<typeof openPasskeys>

/**
 * Whether a new passkey is without an attestation, or attests itself. Where it names certificates, the library asks whether they were revoked at
 * addresses that they name themselves, before it knows who signed them: a stranger would choose what this server requests.
 */
function isWithoutCertificates({ response }: RegistrationResponseJSON): boolean {
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
    const format = attestation.get('fmt')
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** How a device says that it is reached, of the ways that there are: a client may have written anything there. */
function transportsOf({ response: { transports } }: RegistrationResponseJSON): string[] {
  const given: readonly unknown[] = Array.isArray(transports) ? transports : []
  return knownTransports.filter((known) => given.includes(known))
}

/** The hash of the challenge in a response that was verified. */
function challengeHash({ response }: { response: { clientDataJSON: string } }): Buffer {
  const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
    challenge: string
  }
  return hash('sha256', challenge, 'buffer')
}
