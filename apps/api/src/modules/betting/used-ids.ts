import { createHmac } from 'node:crypto'
import type { Db, Tx } from '#platform/db'
import { quoteKey } from './cash-out/store.ts'

/**
 * The id of a command whose own id its bettor has used for another one during the delay of live bets. The command is carried out
 * all the same: else the other one, of the least stake and without a delay, would be a free cancel for a bettor who knows more than
 * the feed. A UUID of version 8, the same for each repeat of the command in every process. It is made with a key of the database: an id
 * that the bettor could compute would be used up in the same way.
 */
export async function idBeside(
  on: Db | Tx,
  { bettor, id, hash }: { readonly bettor: bigint; readonly id: string; readonly hash: string },
): Promise<string> {
  const digits = createHmac('sha256', await quoteKey(on))
    .update(`id ${bettor} ${id} ${hash}`)
    .digest('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}
