import type { IdentityCheckView } from '@nare/contract/kyc'
import type { Tx } from '#platform/db'
import { confirmedAmong } from './confirmations.ts'
import * as store from './kyc-store.ts'

type Rule = { readonly before: IdentityCheckView['before']; readonly unknown: boolean; readonly byNumber: boolean }

/** A bettor's identity check as the bettor sees it, with what to send next. */
export async function viewOf(tx: Tx, bettor: bigint, { before, unknown, byNumber }: Rule): Promise<IdentityCheckView> {
  const wanted = await store.isRequired(tx, bettor)
  const standing = await store.standingCase(tx, bettor, { documents: wanted })
  const last = await store.lastCase(tx, bettor)
  // Whoever wants a check wants to see the document: one that has passed by a number alone is no answer to it.
  const row = standing ?? (last?.state === 'failed' ? last : undefined)
  const confirmed = (await confirmedAmong(tx, [bettor])).has(bettor)
  const ask = byNumber && row === undefined ? 'number' : 'documents'
  const needed = wanted ? 'documents' : unknown ? ask : 'nothing'
  const asks = standing ? 'nothing' : needed
  const rule = { wanted, confirmed, before, asks } as const
  if (!row) return { state: 'none', ...rule, documents: [] }
  const pictures = (await store.picturesOf(tx, [row.id])).get(row.id) ?? []
  return {
    state: row.state,
    ...rule,
    ...(row.reason !== null && { reason: row.reason }),
    documents: pictures.map(({ kind, receivedAt }) => ({ kind, received_at: receivedAt.toISOString() })),
  }
}
