import type { Answer } from '@nare/contract/route'
import type { operator } from '@nare/contract/operator'

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

/** How much of the deposits since the last withdrawal was staked, in whole percent up to 100; undefined without deposits. */
export function playedPercent({ facts }: Pick<Withdrawal, 'facts'>): number | undefined {
  const deposited = Number(facts.deposited_since)
  return deposited > 0 ? Math.min(100, Math.floor((Number(facts.staked_since) / deposited) * 100)) : undefined
}

/** The number of a payer as other numbers are written: "25475****247" of a provider reads "075* *** 247". */
export const payerText = (payer: string): string =>
  payer.replace(/^254(\d{2})\*{2,6}(\d{3})$/, (_, start: string, end: string) => `0${start}* *** ${end}`)

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
