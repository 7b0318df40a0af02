import type { IdentityCheckView } from '@nare/contract/kyc'
import type { Tx } from '#platform/db'
import { confirmedAmong } from './confirmations.ts'
import * as store from './kyc-store.ts'

type Rule = { readonly before: IdentityCheckView['before']; readonly unknown: boolean; readonly byNumber: boolean }

/** A bettor's identity check as the bettor sees it, with what to send next. */
export async function viewOf(tx: Tx, bettor: bigint, { before, unknown, byNumber }: Rule): Promise<IdentityCheckView> {
  const row = await store.lastCase(tx, bettor)
  const wanted = await store.isRequired(tx, bettor)
  const confirmed = (await confirmedAmong(tx, [bettor])).has(bettor)
  const open = row !== undefined && row.state !== 'failed'
  const ask = byNumber && row === undefined ? 'number' : 'documents'
  // An operator who wants a check wants to see the document.
  const needed = unknown ? ask : wanted ? 'documents' : 'nothing'
  const asks = open ? 'nothing' : needed
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
