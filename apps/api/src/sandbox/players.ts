import type { Money } from '@nare/money/money'
import type { Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import type { Db } from '#platform/db'
import { random } from '#platform/random'
import { sandboxNumber } from './in-country.ts'
import { fund } from './sandbox.ts'

type Player = { readonly msisdn: string; readonly name: string }
type Accounts = { readonly identity: Pick<Identity, 'openDemo' | 'bettorByMsisdn'> }
type Purses = Accounts & { readonly ledger: Ledger; readonly db: Db }

/** The n-th player of jackpots and fantasy weeks, from 0. */
export const numberedPlayer = (n: number): Player => ({
  msisdn: sandboxNumber(`79900${String(n).padStart(4, '0')}`),
  name: `Player ${n + 1}`,
})

/** The account of a sandbox player, created at the first call with an unknown password. */
export async function playerAccount({ identity }: Accounts, { msisdn, name }: Player): Promise<bigint> {
  return (
    (await identity.bettorByMsisdn(msisdn)) ?? (await identity.openDemo({ msisdn, password: random.token(24), name }))
  )
}

/** The account of a sandbox player. Adds `purse` in test money if less than a quarter of it is left. */
export async function fundedPlayer(deps: Purses, player: Player, purse: Money): Promise<bigint> {
  const bettor = await playerAccount(deps, player)
  const { balance } = await deps.ledger.balances(bettor)
  if (balance < purse / 4n) await fund(deps, { bettor, amount: purse })
  return bettor
}
