import { done, refused, type Outcome } from '@nare/contract/outcome'
import { commitmentOf } from '@nare/jackpot/draw'
import { termFaults } from '@nare/jackpot/terms'
import { matchesMax } from '@nare/jackpot/ticket'
import { formatMoney } from '@nare/money/money'
import type { Country } from '#country/country'
import type { Tx } from '#platform/db'
import { randomSecret, type Sealing } from '#platform/sealing'
import { hasNotStarted } from './outcomes.ts'
import type { ClosingDeps } from './closing.ts'
import { insertPool, insertSecret, lockPot, type NewPool } from './pool-store.ts'
import { readTerms, tierRows, type GivenTerms } from './terms.ts'

export type CreatingDeps = ClosingDeps & {
  readonly sealing: Sealing
  readonly limits: () => Country['jackpot']
}

/** The creator of a pool: an operator creates a draft; the sandbox opens the pool immediately, with test money in the pot of its name. */
export type PoolCreator =
  | { readonly kind: 'operator'; readonly operator: string }
  | { readonly kind: 'sandbox'; readonly carriedOver: bigint }

/**
 * Creates a pool. Its seed is drawn now and stored sealed; its commitment is published with the pool. Refuses with `fields` if the terms
 * contradict each other, or a match does not exist or has started.
 */
export async function createPool(
  deps: CreatingDeps,
  { tx, given, by }: { readonly tx: Tx; readonly given: GivenTerms; readonly by: PoolCreator },
): Promise<Outcome<{ readonly id: number; readonly code: number }, 'invalid_input'>> {
  const terms = readTerms(given)
  const matchIds = given.match_ids.map(Number)
  const faults = { ...termFaults(terms, matchIds.length), ...(await otherFaults(deps, given, by)) }
  if (Object.keys(faults).length > 0) return refused('invalid_input', { fields: faults })
  const seed = randomSecret()
  const facts = await deps.catalog.legFacts(deps.db, matchIds)
  const starts = [...facts.values()].map(({ start_time }) => Date.parse(start_time))
  const carriedOver = by.kind === 'sandbox' ? by.carriedOver : 0n
  const { maxDoubles, maxTriples, maxLines } = deps.limits()
  const pool: NewPool = {
    name: given.name,
    mode: terms.mode,
    stake: given.stake,
    tiers: tierRows(terms.tiers),
    matchIds,
    maxDoubles,
    maxTriples,
    maxLines,
    commitment: commitmentOf(seed),
    closesAt: new Date(Math.min(...starts)),
    voidPolicy: terms.voidPolicy,
    cancelAt: terms.voidPolicy === 'cancel' ? (terms.cancelAt ?? null) : null,
    reduced: terms.voidPolicy === 'counts_won' ? (terms.reduced ?? []) : null,
    deadline: given.deadline === undefined ? null : new Date(given.deadline),
    seeded: carriedOver,
    ...(by.kind === 'sandbox'
      ? { state: 'open', createdBy: 'sandbox', openedBy: 'sandbox' }
      : { state: 'draft', createdBy: by.operator, openedBy: null }),
  }
  await lockPot(tx, pool.name)
  const created = await insertPool(tx, pool)
  await insertSecret(tx, created.id, await deps.sealing.seal(String(created.id), seed))
  await deps.pots.seed(tx, { pool: created.id, name: pool.name, amount: carriedOver })
  return done(created)
}

async function otherFaults(deps: CreatingDeps, given: GivenTerms, by: PoolCreator): Promise<Record<string, string>> {
  const faults: Record<string, string> = {}
  const { maxLine } = deps.limits()
  const matchIds = given.match_ids.map(Number)
  if (given.stake <= 0n || given.stake > maxLine) faults['stake'] = `A line costs up to ${formatMoney(maxLine)}`
  if (by.kind === 'sandbox' && by.carriedOver > 0n && given.mode === 'fixed')
    faults['carried_over'] = 'Fixed prizes carry nothing over'
  if (matchIds.length > matchesMax || new Set(matchIds).size !== matchIds.length)
    faults['match_ids'] = 'Each match can be named once'
  const facts = await deps.catalog.legFacts(deps.db, matchIds)
  const now = await deps.now()
  if (!matchIds.every((id) => hasNotStarted(facts.get(id), now)))
    faults['match_ids'] = 'Choose matches that have not started'
  if (given.deadline !== undefined && given.mode !== 'must_be_won')
    faults['deadline'] = 'Only a jackpot that must be won has a deadline'
  return faults
}
