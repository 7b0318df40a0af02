import { createHmac } from 'node:crypto'
import type { Db, Tx } from '#platform/db'
import { quoteKey } from '../cash-out/store.ts'

/**
 * The replacement id of a delayed command whose id the bettor has reused for another command during the delay. The delayed command is still
 * carried out: otherwise a minimum-stake bet with the same id would cancel it for free. The id is a UUID of version 8, and the same for
 * each repeat of the command in every process. It is derived with a secret key, because a bettor who could compute the id could reuse it too.
 */
export async function replacementId(
  on: Db | Tx,
  { bettor, id, hash }: { readonly bettor: bigint; readonly id: string; readonly hash: string },
): Promise<string> {
  const digits = createHmac('sha256', await quoteKey(on))
    .update(`id ${bettor} ${id} ${hash}`)
    .digest('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}
