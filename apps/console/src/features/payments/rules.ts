import { numbersNow } from '@nare/contract/numbers'
import type { Answer } from '@nare/contract/route'
import type { operator } from '@nare/contract/operator'
import { labelOf, moneyText } from '../../parts/format.ts'

export type Withdrawal = Answer<typeof operator.withdrawals>['data'][number]
export type Check = Answer<typeof operator.identityChecks>['data'][number]

/** Why a withdrawal waits, in a few words. */
export const becauseTexts: Readonly<Record<Withdrawal['because'][number], string>> = {
  above_automatic: 'Above the automatic sum',
  above_one_person: 'Above what one person decides',
  day_sum: 'Sum of 24 hours',
  day_count: 'Many in 24 hours',
  open_finding: 'Open finding',
  identity_required: 'Identity required',
  named_number: 'Number named by a person',
}

/** Whether it waits for a decision. */
export const waitsFor = ({ state, cleared_at }: Pick<Withdrawal, 'state' | 'cleared_at'>): boolean =>
  state === 'checking' && cleared_at === null

/** Whether nothing follows any more. */
export const hasEnded = ({ state }: Pick<Withdrawal, 'state'>): boolean => state === 'done' || state === 'failed'

/** Where a withdrawal stands: why it waits, how it ended and by whom, or the state in which it is. */
export function standText(row: Pick<Withdrawal, 'state' | 'cleared_at' | 'because' | 'reason' | 'ended_by'>): string {
  const because = row.because.map((rule) => becauseTexts[rule]).join(', ')
  if (waitsFor(row) && because !== '') return because
  if (hasEnded(row)) return endText(row)
  return row.state === 'checking' && row.cleared_at !== null ? 'Approved, sent soon' : labelOf(row.state)
}

/** "Paid, approved by asha and ben", "Refused by asha", "Paid without a person", "Failed: wrong number". */
function endText({ state, reason, ended_by }: Pick<Withdrawal, 'state' | 'reason' | 'ended_by'>): string {
  const people = ended_by.join(' and ')
  if (state === 'done') return people === '' ? 'Paid without a person' : `Paid, approved by ${people}`
  if (people !== '') return reason === 'refused_by_us' ? `Refused by ${people}` : `Failed, found by ${people}`
  return reason === null ? 'Failed' : `Failed: ${reason.replaceAll('_', ' ')}`
}

type Asking = Pick<Withdrawal, 'sum' | 'msisdn' | 'second_person' | 'proposal'>

/** What an approval by this person will do, as the server would decide it now. */
export function approvalText({ sum, msisdn, second_person, proposal }: Asking, me: string): string {
  const paid = `${moneyText(sum)} is sent to ${msisdn} after ten seconds`
  if (proposal?.by === me) return 'You have proposed this. It is sent once a second person has confirmed it.'
  if (proposal) return `${paid}: ${proposal.by} has proposed it, and you are the second person.`
  if (second_person === 'none') return `${paid}.`
  const why = second_person === 'day' ? 'with what you have approved within 24 hours, this sum' : 'this sum'
  return `Nothing is sent yet: ${why} needs a second person. Once somebody else has confirmed, ${paid}.`
}

/** How much of the deposits since the last withdrawal was staked, in whole percent up to 100; undefined without deposits. */
export function playedPercent({ facts }: Pick<Withdrawal, 'facts'>): number | undefined {
  const deposited = Number(facts.deposited_since)
  return deposited > 0 ? Math.min(100, Math.floor((Number(facts.staked_since) / deposited) * 100)) : undefined
}

/** The number of a payer as other numbers are written: "25475****247" of a provider reads "075* *** 247". */
export const payerText = (payer: string): string =>
  payer.replace(
    new RegExp(`^${numbersNow().calling_code}(\\d{2})\\*{2,6}(\\d{3})$`),
    (_, start: string, end: string) => `0${start}* *** ${end}`,
  )

/** Whether two names are the same words, in any order, case and accents. */
export function sameName(a: string, b: string): boolean {
  const words = (name: string): string =>
    name
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/\p{M}/gu, '')
      .split(/[^\p{L}]+/u)
      .filter((word) => word !== '')
      .toSorted()
      .join(' ')
  return words(a) === words(b)
}
