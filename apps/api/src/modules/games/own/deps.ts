import type { Country } from '#country/country'
import type { Betting } from '#modules/betting/betting'
import type { Ledger } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import type { OwnSeeds } from './seeds.ts'

/** What the commands of the own games use. */
export type CommandDeps = {
  /** The database over the pool that only money commands use. */
  readonly money: Db
  readonly ledger: Ledger
  readonly country: Pick<Country, 'games'>
  readonly ids: Betting['ticketIds']
  readonly seeds: OwnSeeds
}
