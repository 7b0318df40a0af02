import * as z from 'zod/mini'
import { zText } from './shapes.ts'

/** What a browser passes to navigator.credentials, as JSON of WebAuthn. */
export const zPasskeyOptions = z.record(z.string(), z.unknown())
/** What navigator.credentials answers, as JSON of WebAuthn. */
export const zPasskeyResponse = z.looseObject({
  id: zText(1400),
  rawId: zText(1400),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
})
