import type { identityKinds, pictureKinds, sourceFields, sourceMatches } from '@nare/contract/kyc'

export type IdentityKind = (typeof identityKinds)[number]
export type PictureKind = (typeof pictureKinds)[number]
export type PictureType = 'image/jpeg' | 'image/png'

/**
 * What a bettor submitted: a document's number, with pictures of it or without. `picture` reads and decrypts one of the pictures. `attempt`
 * counts from 1: a case without an answer is submitted again.
 */
export type CheckCase = {
  readonly id: bigint
  readonly attempt: number
  readonly bettor: bigint
  readonly msisdn: string
  readonly kind: IdentityKind
  readonly number: string
  readonly name: string
  readonly dateOfBirth: string
  readonly pictures: readonly PictureKind[]
  picture(kind: PictureKind): Promise<Uint8Array | undefined>
}

/** The result of an automatic check: passed or failed. An operator decides on 'manual' and 'unknown'. */
export type CheckAnswer = 'manual' | 'passed' | 'failed' | 'unknown'

export type SourceField = (typeof sourceFields)[number]
export type SourceMatch = (typeof sourceMatches)[number]

/** What an electronic source said: its own code and words, and which of a person's details match its record. */
export type SourceAnswer = {
  readonly source: string
  readonly code: string
  readonly text: string
  readonly fields: readonly { readonly field: SourceField; readonly match: SourceMatch }[]
}

/** The answer, with what the source said if it said something. */
export type CheckReport = { readonly is: CheckAnswer; readonly said?: SourceAnswer }

/** The details of a person that a sign-up has. */
export type NamedPerson = { readonly name: string; readonly dateOfBirth: string; readonly msisdn: string }

/** An identity check provider. The same case may be submitted twice with the same id. Every call returns within a bounded time. */
export type IdentityCheck = {
  submit(given: CheckCase): Promise<CheckReport>
  /** Whether a document's number is enough to ask it, without pictures. */
  readonly byNumber: boolean
  /** Whether it knows a person by the details of the sign-up alone; without waiting for anything. A source that needs a number has none. */
  knows?(person: NamedPerson): boolean
}

/** Leaves every case to the operators. */
export const manualCheck: IdentityCheck = { submit: async () => ({ is: 'manual' }), byNumber: false }
