import { mobileNumber } from '@nare/contract/typed'
import { typedText } from '@nare/contract/typed-text'
import { maskNumbers } from './mask-numbers.ts'
import type { House } from './operator-calls.ts'

type Deps = {
  readonly house: Pick<House, 'seen'>
  readonly bettorByMsisdn: (msisdn: string) => Promise<bigint | undefined>
}

/**
 * Writes that an operator looked for the bettor of a whole number: a line a person, bettor and hour, with the masked number where nobody has
 * it. Writes nothing of any other search.
 */
export async function logNumberSearch({ house, bettorByMsisdn }: Deps, text: string, operator: string): Promise<void> {
  const msisdn = mobileNumber(typedText(text).trim())
  if (msisdn === undefined) return
  const bettor = await bettorByMsisdn(msisdn)
  const subject = bettor === undefined ? maskNumbers(`number ${msisdn}`) : `bettor ${bettor}`
  await house.seen({ operator, action: 'search by number', subject, facts: {}, reason: '' })
}
