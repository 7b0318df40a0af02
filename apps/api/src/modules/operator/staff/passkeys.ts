import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Clock } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import { random } from '#platform/random'
import * as store from './credential-store.ts'

const lifeMs = 5 * 60_000
const macBytes = 32
const rpName = 'Nare'
/** Ed25519, ES256 and RS256, in the numbers of COSE. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** The site whose page asks the browser for a passkey. */
export type Site = { readonly origin: string; readonly host: string }
export type Purpose = 'login' | 'enrol'

type PasskeyDeps = { readonly db: Db; readonly clock: Clock; readonly key: () => Promise<Uint8Array> }

/**
 * Passkeys (WebAuthn), which always verify the person by fingerprint, face or PIN. A challenge says itself until when and for whom it was
 * made, so that requests of strangers store nothing; that it was answered is stored. Options do not depend on whether the name exists.
 */
export function openPasskeys({ db, clock, key }: PasskeyDeps) {
  async function macOf(purpose: Purpose, name: string, head: Buffer): Promise<Buffer> {
    return createHmac('sha256', await key())
      .update(`passkey ${purpose} ${name} `)
      .update(head)
      .digest()
  }

  async function challengeFor(purpose: Purpose, name: string): Promise<Uint8Array<ArrayBuffer>> {
    const head = Buffer.concat([Buffer.alloc(8), Buffer.from(random.token(16), 'base64url')])
    head.writeBigUInt64BE(BigInt(clock.now() + lifeMs))
    return Uint8Array.from(Buffer.concat([head, await macOf(purpose, name, head)]))
  }

  const isOurs =
    (purpose: Purpose, name: string) =>
    async (challenge: string): Promise<boolean> => {
      const bytes = Buffer.from(challenge, 'base64url')
      if (bytes.length !== 24 + macBytes) return false
      const head = bytes.subarray(0, 24)
      const isFresh = head.readBigUInt64BE() > BigInt(clock.now())
      return timingSafeEqual(await macOf(purpose, name, head), bytes.subarray(24)) && isFresh
    }

  return {
    async loginOptions(name: string, { host }: Site) {
      return generateAuthenticationOptions({
        rpID: host,
        challenge: await challengeFor('login', name),
        userVerification: 'required',
      })
    },

    async enrolOptions(name: string, { host }: Site) {
      return generateRegistrationOptions({
        rpName,
        rpID: host,
        userName: name,
        userID: Uint8Array.from(hash('sha256', name, 'buffer')),
        userDisplayName: name,
        challenge: await challengeFor('enrol', name),
        attestationType: 'none',
        supportedAlgorithmIDs,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },

    /** Checks a login. Returns how to use it in a transaction: true once; undefined if it is not valid. */
    async verifyLogin(
      name: string,
      response: unknown,
      { origin, host }: Site,
    ): Promise<((tx: Tx) => Promise<boolean>) | undefined> {
      const given = response as AuthenticationResponseJSON
      const passkey = await store.passkeyOf(db, name, given.id)
      if (!passkey) return undefined
      const verified = await verifyAuthenticationResponse({
        response: given,
        expectedChallenge: isOurs('login', name),
        expectedOrigin: origin,
        expectedRPID: host,
        credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
      }).catch(() => undefined)
      if (!verified?.verified) return undefined
      const { newCounter } = verified.authenticationInfo
      return async (tx) =>
        (await store.useChallenge(tx, challengeHash(given))) &&
        (await store.countPasskey(tx, { id: passkey.id, counter: newCounter }))
    },

    /** Checks a new passkey. Returns how to store it in a transaction: true once; undefined if it is not valid. */
    async verifyEnrolment(
      name: string,
      response: unknown,
      { origin, host }: Site,
    ): Promise<((tx: Tx) => Promise<boolean>) | undefined> {
      const given = response as RegistrationResponseJSON
      const verified = await verifyRegistrationResponse({
        response: given,
        supportedAlgorithmIDs,
        expectedChallenge: isOurs('enrol', name),
        expectedOrigin: origin,
        expectedRPID: host,
      }).catch(() => undefined)
      if (!verified?.verified) return undefined
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
      return async (tx) =>
        (await store.useChallenge(tx, challengeHash(given))) &&
        store.insertPasskey(tx, name, { id, publicKey: Buffer.from(publicKey), counter, transports })
    },
  }
}

export type Passkeys = ReturnType<typeof openPasskeys>

/** The hash of the challenge in a response that was verified. */
function challengeHash({ response }: { response: { clientDataJSON: string } }): Buffer {
  const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
    challenge: string
  }
  return hash('sha256', challenge, 'buffer')
}
