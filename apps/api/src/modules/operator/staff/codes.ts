import { hash } from 'node:crypto'
import { HOTP, Secret, TOTP } from 'otpauth'
import type { Clock } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import { random } from '#platform/random'
import type { Sealing } from '#platform/sealing'
import * as store from './credential-store.ts'

const periodS = 30
const secretBytes = 20
const issuer = 'Nare'
/** A phone's clock may be half a minute behind or ahead. */
const aroundSteps = 1
const recoveryCodes = 10
const recoveryForm = /^[a-z2-7]{16}$/

export type Codes = ReturnType<typeof openCodes>

/**
 * One-time codes of an app (RFC 6238: SHA-1, six digits, 30 seconds), each of which works once, and recovery codes. The secrets are stored
 * encrypted.
 */
export function openCodes({
  db,
  clock,
  sealing,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly sealing: Sealing
}) {
  const nobody = Buffer.from(random.token(secretBytes), 'base64url')
  const stepNow = (): number => Math.floor(clock.now() / 1000 / periodS)
  const codeAt = (secret: Uint8Array, step: number): string =>
    HOTP.generate({ secret: secretOf(secret), counter: step, digits: 6 })

  /** Whether the code is one of now, and of which half minute; a secret that is not given is compared too, and never matches. */
  function stepOf(secret: Uint8Array | undefined, code: string, further: readonly number[] = []): number | undefined {
    const now = stepNow()
    const steps = new Set([
      now - aroundSteps,
      now,
      now + aroundSteps,
      ...further.filter((step) => step >= now - aroundSteps),
    ])
    let found: number | undefined
    for (const step of steps) if (codeAt(secret ?? nobody, step) === code) found = step
    return secret === undefined ? undefined : found
  }

  return {
    newSecret: (): Buffer => Buffer.from(random.token(secretBytes), 'base64url'),
    seal: (name: string, secret: Uint8Array): Promise<Buffer> => sealing.seal(name, secret),
    open: (name: string, sealed: Buffer): Promise<Uint8Array | undefined> => sealing.open(name, sealed),

    /** The secret as an app reads it: as text, and as the address in a QR code. */
    shown(name: string, secret: Uint8Array): { secret: string; otpauth_url: string } {
      const totp = new TOTP({ issuer, label: name, period: periodS, digits: 6, secret: secretOf(secret) })
      return { secret: totp.secret.base32, otpauth_url: totp.toString() }
    },

    stepOf,

    /**
     * Reads a typed code of a person. Returns how to use it in a transaction: true once, for a one-time code of now or an unused recovery
     * code. Takes equally long whether the person exists or not.
     */
    async read(
      name: string,
      sealed: Buffer | null | undefined,
      typed: string,
    ): Promise<{ method: 'code' | 'recovery'; use: (tx: Tx) => Promise<boolean> }> {
      const text = typed.toLowerCase().replaceAll(/[\s-]/g, '')
      if (recoveryForm.test(text))
        return { method: 'recovery', use: (tx) => store.useRecovery(tx, name, recoveryHash(text)) }
      const secret = sealed ? await sealing.open(name, sealed) : undefined
      const step = stepOf(secret, text, await store.handedSteps(db, name))
      return {
        method: 'code',
        // A wrong code runs the same statement, for nobody.
        use: (tx) => store.useCode(tx, step === undefined ? '' : name, step ?? 0),
      }
    },

    /** A code of a demo person that was never used or handed out; undefined if there is no such person. */
    async handOut(tx: Tx, name: string, sealed: Buffer): Promise<string | undefined> {
      const secret = await sealing.open(name, sealed)
      const step = await store.handOutStep(tx, name, stepNow())
      return secret && step !== undefined ? codeAt(secret, step) : undefined
    },

    /** Replaces a person's recovery codes by ten new ones, which are shown once. */
    async newRecovery(tx: Tx, name: string): Promise<string[]> {
      const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
      await store.setRecovery(tx, name, codes.map(recoveryHash))
      return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
    },
  }
}

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** Eighty random bits as sixteen letters and digits. */
const newRecoveryCode = (): string => secretOf(Buffer.from(random.token(10), 'base64url')).base32.toLowerCase()

/** The codes are random enough that a plain hash cannot be guessed. */
const recoveryHash = (code: string): Buffer => hash('sha256', code, 'buffer')
