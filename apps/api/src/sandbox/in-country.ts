import { numbersNow } from '@nare/contract/numbers'
import { money, type Money } from '@nare/money/money'
import { amountScale } from '#modules/settings/settings'

/** The number of the demo bettor without its calling code. */
export const demoNumber = '712345678'

/** A mobile number of the country in its full form, from the nine digits that the sandbox uses in every country. */
export const sandboxNumber = (national: string): string => numbersNow().calling_code + national

/** Shillings of Kenya as an amount of the same worth in the country. */
export const shillings = (whole: number): Money => money(BigInt(whole) * 100n * amountScale())
