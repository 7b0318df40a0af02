import type { Country } from '#country/country'
import type { Ledger } from '#modules/ledger/ledger'
import type { Tickets } from '#modules/tickets/tickets'
import type { Db } from '#platform/db'
import type { OwnSeeds } from './seeds.ts'

/** The dependencies of the commands of the own games. */
export type CommandDeps = {
  /** The connection pool that only money commands use. */
  readonly moneyDb: Db
  readonly ledger: Ledger
  /** The limits of the house now. */
  readonly rules: () => Country['games']
  readonly ids: Tickets['ids']
  readonly seeds: OwnSeeds
}
