import { createHash } from 'node:crypto'

/**
 * The id of a command whose own id its bettor has used for another one during the delay of live bets. The command is carried out
 * all the same: else the other one, of the least stake and without a delay, would be a free cancel for a bettor who knows more than
 * the feed. A UUID of version 8, the same for each repeat of the command.
 */
export function idBeside({ id, hash }: { readonly id: string; readonly hash: string }): string {
  const digits = createHash('sha256').update(`${id} ${hash}`).digest('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `a${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}
