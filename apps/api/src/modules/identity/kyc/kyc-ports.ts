import type { identityKinds, pictureKinds } from '@nare/contract/kyc'

export type IdentityKind = (typeof identityKinds)[number]
export type PictureKind = (typeof pictureKinds)[number]
export type PictureType = 'image/jpeg' | 'image/png'

/** What a bettor sent to prove who they are. `picture` reads one of the pictures, decrypted. */
export type CheckCase = {
  readonly id: bigint
  readonly kind: IdentityKind
  readonly number: string
  readonly name: string
  readonly dateOfBirth: string
  readonly pictures: readonly PictureKind[]
  picture(kind: PictureKind): Promise<Uint8Array | undefined>
}

/** A word on a case: a person of the house decides, it is decided, or nobody knows; then a person decides as well. */
export type CheckAnswer = 'manual' | 'passed' | 'failed' | 'unknown'

/** Somebody who checks identities. The same case may come twice, with the same id; every answer comes within a bounded time. */
export type IdentityCheck = { submit(given: CheckCase): Promise<CheckAnswer> }

/** Leaves every case to the people of the house. */
export const manualCheck: IdentityCheck = { submit: async () => 'manual' }
