import { money } from '@nare/money/money'
import type { Ledger, Transfer } from '#modules/ledger/ledger'
import type { Db, Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { toCash } from './tickets.ts'
import { planWagers, type WageredTicket } from './wager-plan.ts'
import * as store from './wager-store.ts'

/** Of those of these bets that are open: the stake as it was placed, and what cash-outs have left of it. */
export type OpenStakes = (
  on: Db | Tx,
  betIds: readonly bigint[],
) => Promise<ReadonlyMap<bigint, { readonly stake: bigint; readonly left: bigint }>>

type Deps = { readonly ledger: Ledger; readonly openStakes: OpenStakes }

const usesMax = 1_000

/**
 * Adds settled tickets to the wagering of their bettors' grants, and makes cash of those that are through. In the transaction of the
 * reader's cursor, so that a settlement counts once; under the locks of the bettors' wallets, as every change of a grant is. Returns the
 * bettors whose money changed.
 */
export async function countWagers(
  { ledger, openStakes }: Deps,
  tx: Tx,
  tickets: readonly WageredTicket[],
): Promise<bigint[]> {
  const bettors = await store.withGrants(tx, [...new Set(tickets.map((ticket) => ticket.bettor))])
  if (bettors.length === 0) return []
  const wallets = await ledger.lockWallets(tx, bettors)
  const concerned = tickets.filter((ticket) => wallets.has(ticket.bettor))
  const betIds = concerned.map((ticket) => ticket.betId)
  const [active, earlier] = await Promise.all([store.activeGrants(tx, bettors), store.wagersOf(tx, betIds)])
  const playing = await staked(
    { openStakes },
    tx,
    active.filter((grant) => grant.left === 0n).map((grant) => grant.grantId),
  )
  const grants = active.map((grant) => ({ ...grant, spent: grant.left === 0n && !playing.has(grant.grantId) }))
  const wagers = planWagers(concerned, { grants, earlier })
  await store.writeWagers(tx, { betIds, wagers, grants })
  const through = grants.filter((grant) => grant.wagerDone >= grant.wagerTotal)
  if (through.length === 0) return []
  await store.convertGrants(
    tx,
    through.map((grant) => grant.grantId),
  )
  const owed = new Map([...wallets].map(([bettor, { debt }]) => [bettor, -debt.balance]))
  const transfers = through.flatMap(({ grantId, bettor, left }): Transfer[] => {
    const wallet = wallets.get(bettor)
    invariant(wallet, `the wallet of bettor ${bettor} is not locked`)
    const about = `grant/${grantId}`
    const postings = left > 0n ? toCash({ wallet, bettor, owed }, left) : []
    return left > 0n ? [{ id: `${about}/converted`, kind: 'bonus_converted', about, postings }] : []
  })
  for (const outcome of await ledger.post(tx, transfers))
    invariant(outcome === 'posted', `the cash of a grant was ${outcome}`)
  return through.map((grant) => grant.bettor)
}

/** Those of these settlements whose bettors have an active grant. */
export async function ofGrantOwners<T extends { readonly bettor: bigint }>(
  tx: Tx,
  settlements: readonly T[],
): Promise<readonly T[]> {
  const owners = new Set(await store.withGrants(tx, [...new Set(settlements.map(({ bettor }) => bettor))]))
  return settlements.filter(({ bettor }) => owners.has(bettor))
}

/** What of these grants is in open bets. */
export async function staked(
  { openStakes }: Pick<Deps, 'openStakes'>,
  on: Db | Tx,
  grantIds: readonly bigint[],
): Promise<Map<bigint, bigint>> {
  const sums = new Map<bigint, bigint>()
  if (grantIds.length === 0) return sums
  const uses = await store.latestUses(on, grantIds, usesMax)
  const open = await openStakes(
    on,
    uses.map((use) => use.betId),
  )
  for (const { grantId, betId, stake } of uses) {
    const bet = open.get(betId)
    if (bet) sums.set(grantId, money((sums.get(grantId) ?? 0n) + (stake * bet.left) / bet.stake))
  }
  return sums
}
