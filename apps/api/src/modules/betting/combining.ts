import { combinationId, combinationKey, type NamedPart } from '@nare/bets/markets/combination'
import { selection } from '@nare/bets/markets/markets'
import { productOf } from '@nare/bets/ticket/accept'
import type { combinations as contract } from '@nare/contract/combinations'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { formatPrice } from '@nare/money/money'
import { oneIn } from '@nare/odds/combination'
import type { Catalog } from '#modules/catalog/catalog'
import type { Db } from '#platform/db'

type Call = typeof contract.combine

/** Prices several picks of one match as one, for a screen that asks at each tap. Nothing is stored, and nothing locked. */
export async function combinePicks(
  { db, catalog }: { db: Db; catalog: Pick<Catalog, 'combined'> },
  { match_id, picks }: Received<Call>,
): Promise<Outcome<Answer<Call>, Failure<Call>>> {
  const parts = picks.map(({ sub_type_id, odd_key }): NamedPart => ({ marketId: sub_type_id, oddKey: odd_key }))
  const fields = faultsOf(parts)
  if (fields) return refused('invalid_input', { fields })
  const key = combinationKey(parts)
  if (key === undefined) return refused('invalid_input', { fields: { picks: 'These are too long together' } })
  const now = /^\d{8}$/.test(match_id) ? await catalog.combined(db, Number(match_id), parts, key) : undefined
  if (!now) return refused('not_found')
  const { chance, price, singles, conflicts } = now
  const known = singles.flatMap((at) => at ?? [])
  return done({
    data: {
      sub_type_id: combinationId,
      odd_key: key,
      odd_value: price === undefined || conflicts.length > 0 ? null : formatPrice(price),
      singles: known.length < parts.length ? null : formatPrice(productOf(known)),
      one_in: chance === undefined || chance <= 0 ? null : oneIn(chance),
      conflicts: conflicts.map(({ parts: own, why }) => ({ parts: own.map(textOf), why })),
    },
  })
}

const textOf = ({ marketId, oddKey }: NamedPart): string => `m${marketId} ${oddKey}`

/** The picks that no combination can name, by field: unknown outcomes, combinations, and those that are named twice. */
function faultsOf(parts: readonly NamedPart[]): Record<string, string> | undefined {
  const names = parts.map(textOf)
  const faults = parts.flatMap(({ marketId, oddKey }, n): [string, string][] => {
    if (marketId === combinationId) return [[`picks.${n}.sub_type_id`, 'A combination is no part of another']]
    if (!selection(marketId, oddKey)) return [[`picks.${n}.odd_key`, 'There is no such outcome']]
    return names.indexOf(names[n] ?? '') < n ? [[`picks.${n}.odd_key`, 'This pick is there twice']] : []
  })
  return faults.length > 0 ? Object.fromEntries(faults) : undefined
}
