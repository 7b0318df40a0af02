import type { identityKinds, pictureKinds } from '@nare/contract/kyc'

export type IdentityKind = (typeof identityKinds)[number]
export type PictureKind = (typeof pictureKinds)[number]
export type PictureType = 'image/jpeg' | 'image/png'

/** The documents that a bettor submitted. `picture` reads and decrypts one of the pictures. */
export type CheckCase = {
  readonly id: bigint
  readonly kind: IdentityKind
  readonly number: string
  readonly name: string
  readonly dateOfBirth: string
  readonly pictures: readonly PictureKind[]
  picture(kind: PictureKind): Promise<Uint8Array | undefined>
}

/** The result of an automatic check: passed or failed. An operator decides on 'manual' and 'unknown'. */
export type CheckAnswer = 'manual' | 'passed' | 'failed' | 'unknown'

/** An identity check provider. The same case may be submitted twice with the same id. Every call returns within a bounded time. */
export type IdentityCheck = { submit(given: CheckCase): Promise<CheckAnswer> }

/** Leaves every case to the operators. */
export const manualCheck: IdentityCheck = { submit: async () => 'manual' }
