import * as z from 'zod/mini'
import { fieldSentences } from './field-codes.ts'
import { route } from './route.ts'
import { zCommandId, zText, zTime } from './shapes.ts'

export const checkStates = ['none', 'submitted', 'checking', 'passed', 'failed'] as const
export const identityKinds = ['national_id', 'passport', 'alien_id'] as const
export const pictureKinds = ['front', 'back', 'selfie'] as const
/** Before which step an identity is confirmed. */
export const identityBefores = ['signup', 'deposit', 'withdrawal'] as const
/** What a bettor who is not confirmed can do about it: nothing now, send a document's number, or send pictures. */
export const identityAsks = ['nothing', 'number', 'documents'] as const
/** The details that an electronic source compares, and how they compare. */
export const sourceFields = ['number', 'name', 'birthday', 'phone'] as const
export const sourceMatches = ['yes', 'partly', 'no', 'unknown'] as const
/** The largest picture, decoded. */
export const pictureBytesMax = 1_500_000
const pictureTextMax = Math.ceil(pictureBytesMax / 3) * 4

/** A picture as base64 text. */
export const zPicture = z.string().check(
  z.minLength(1, fieldSentences.picture),
  z.maxLength(pictureTextMax, fieldSentences.picture_too_large),
  z.refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text), 'The picture is not base64 text'),
)
/** The number of a document. */
export const zDocumentNumber = z.pipe(
  z.string().check(z.trim(), z.toUpperCase()),
  z.string().check(z.regex(/^[A-Z0-9]{5,20}$/, fieldSentences.document_number)),
)

/**
 * The state of a bettor's identity check. `reason` is a sentence where it failed; `wanted` means that payouts wait until the check has
 * passed. `confirmed`: known well enough to deposit and bet; `before`: the step that needs it now; `asks`: what to send.
 */
export const zIdentityCheck = z.object({
  state: z.enum(checkStates),
  wanted: z.boolean(),
  confirmed: z.boolean(),
  before: z.enum(identityBefores),
  asks: z.enum(identityAsks),
  reason: z.optional(z.string()),
  documents: z.array(z.object({ kind: z.enum(pictureKinds), received_at: zTime })),
})
export type IdentityCheckView = z.output<typeof zIdentityCheck>

export const kyc = {
  identityCheck: route({
    method: 'GET',
    path: '/v1/identity-check',
    auth: 'bettor',
    input: z.object({}),
    answer: zIdentityCheck,
    fallback: 'Fetching the identity check failed',
  }),
  /** Asks the electronic source about the account's holder by a document's number. Documents follow only where it cannot decide. */
  checkNumber: route({
    method: 'POST',
    path: '/v1/identity-check/number',
    auth: 'bettor',
    perAddressMinute: 20,
    input: z.object({ id: zCommandId, kind: z.enum(identityKinds), number: zDocumentNumber }),
    answer: zIdentityCheck,
    failures: ['invalid_input', 'not_verified', 'id_reused', 'not_available', 'too_many_requests', 'overloaded'],
    fallback: 'Checking the number failed',
  }),
  /** Whether other bettors read the holder's name beside wins and on boards, as "Juma W.": only with consent, else "J***1". */
  nameShown: route({
    method: 'GET',
    path: '/v1/name-shown',
    auth: 'bettor',
    input: z.object({}),
    answer: z.object({ shown: z.boolean() }),
    fallback: 'Fetching the choice failed',
  }),
  showName: route({
    method: 'POST',
    path: '/v1/name-shown',
    auth: 'bettor',
    perAddressMinute: 30,
    input: z.object({ shown: z.boolean() }),
    answer: z.object({ shown: z.boolean() }),
    failures: ['invalid_input', 'too_many_requests', 'overloaded'],
    fallback: 'Saving the choice failed',
  }),
  checkIdentity: route({
    method: 'POST',
    path: '/v1/identity-check',
    auth: 'bettor',
    bodyBytesMax: 3 * pictureTextMax + 64 * 1024,
    perAddressMinute: 20,
    input: z.object({
      id: zCommandId,
      kind: z.enum(identityKinds),
      number: zDocumentNumber,
      name: zText(120).check(z.trim(), z.minLength(2)),
      front: zPicture,
      back: z.optional(zPicture),
      selfie: z.optional(zPicture),
    }),
    answer: zIdentityCheck,
    failures: ['invalid_input', 'not_verified', 'id_reused', 'not_available', 'too_many_requests', 'overloaded'],
    fallback: 'Sending the documents failed',
  }),
} as const
