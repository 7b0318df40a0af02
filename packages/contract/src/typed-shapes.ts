import * as z from 'zod/mini'
import { fieldSentences } from './field-codes.ts'
import { reads } from './shapes.ts'
import { mobileNumber, oneTimeCode } from './typed.ts'

/** A mobile number of the country in any usual form; normalised to 2547… or 2541… in Kenya. */
export const zMsisdn = z.pipe(
  z.pipe(z.union([z.string(), z.int()]), z.transform(String)),
  reads(mobileNumber, fieldSentences.phone_number),
)

/** A one-time code of six digits. */
export const zOneTimeCode = z.pipe(
  z.string(fieldSentences.six_digits).check(z.maxLength(500)),
  reads(oneTimeCode, fieldSentences.six_digits),
)
