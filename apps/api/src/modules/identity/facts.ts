import type { BettorRow } from './store.ts'

/** The facts about a bettor that other areas may read. */
export type BettorFacts = {
  readonly msisdn: string
  readonly name: string
  readonly verified: boolean
  /** Whether the bettor lets others read the name beside a win. */
  readonly nameShown: boolean
  /** When the account was opened. */
  readonly since: Date
}

/** What other areas may read of a row. */
export const factsOf = ({ msisdn, name, verified, since, name_shown: nameShown }: BettorRow): BettorFacts => ({
  ...{ msisdn, name, verified, since, nameShown },
})
