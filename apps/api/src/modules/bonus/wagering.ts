import { money } from '@nare/money/money'
import type { Ledger, Transfer } from '#modules/ledger/ledger'
import type { Db, Tx } from '#platform/db'
import { invariant } from '#platform/invariant'
import { cashPostings } from './bet-returns.ts'
import { planWagers, type WageredTicket, type WagerShare } from './wager-plan.ts'
import * as store from './wager-store.ts'

/** The open bets among these, each with its stake as placed and the rest after cash-outs. */
export type OpenStakes = (
  on: Db | Tx,
  betIds: readonly bigint[],
) => Promise<ReadonlyMap<bigint, { readonly stake: bigint; readonly left: bigint }>>

type Deps = { readonly ledger: Ledger; readonly openStakes: OpenStakes; readonly shares: readonly WagerShare[] }

const usesMax = 1_000

/**
 * Adds settled tickets to the wagering of their bettors' grants, and converts grants whose requirement is met to cash. Runs in the transaction
 * of the reader's cursor, so that a settlement counts once, and under the locks of the bettors' wallets, as every change of a grant does.
 * Returns the bettors whose money changed.
 */
export async function countWagers(
  { ledger, openStakes, shares }: Deps,
  tx: Tx,
  tickets: readonly WageredTicket[],
): Promise<bigint[]> {
  const bettors = await store.withGrants(tx, [...new Set(tickets.map((ticket) => ticket.bettor))])
  if (bettors.length === 0) return []
  const wallets = await ledger.lockWallets(tx, bettors)
  const relevant = tickets.filter((ticket) => wallets.has(ticket.bettor))
  const betIds = relevant.map((ticket) => ticket.betId)
  const [active, earlier] = await Promise.all([store.activeGrants(tx, bettors), store.wagersOf(tx, betIds)])
  const inOpenBets = await staked(
    { openStakes },
    tx,
    active.filter((grant) => grant.left === 0n).map((grant) => grant.grantId),
  )
  const grants = active.map((grant) => ({ ...grant, spent: grant.left === 0n && !inOpenBets.has(grant.grantId) }))
  const wagers = planWagers(relevant, { grants, earlier, shares })
  await store.writeWagers(tx, { betIds, wagers, grants })
  const completed = grants.filter((grant) => grant.wagerDone >= grant.wagerTotal)
  if (completed.length === 0) return []
  await store.convertGrants(
    tx,
    completed.map((grant) => grant.grantId),
  )
  const debts = new Map([...wallets].map(([bettor, { debt }]) => [bettor, -debt.balance]))
  const transfers = completed.flatMap(({ grantId, bettor, left }): Transfer[] => {
    const wallet = wallets.get(bettor)
    invariant(wallet, `the wallet of bettor ${bettor} is not locked`)
    const about = `grant/${grantId}`
    const postings = left > 0n ? cashPostings({ wallet, bettor, debts }, left) : []
    return left > 0n ? [{ id: `${about}/converted`, kind: 'bonus_converted', about, postings }] : []
  })
  for (const outcome of await ledger.post(tx, transfers))
    invariant(outcome === 'posted', `could not convert a grant to cash: ${outcome}`)
  return completed.map((grant) => grant.bettor)
}

/** Those of these settlements whose bettors have an active grant. */
export async function ofGrantOwners<T extends { readonly bettor: bigint }>(
  tx: Tx,
  settlements: readonly T[],
): Promise<readonly T[]> {
  const owners = new Set(await store.withGrants(tx, [...new Set(settlements.map(({ bettor }) => bettor))]))
  return settlements.filter(({ bettor }) => owners.has(bettor))
}

/** The amounts of these grants that are staked on open bets. */
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
