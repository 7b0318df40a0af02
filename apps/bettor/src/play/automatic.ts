/** Rules of automatic play that all games share. Amounts are in cents; `net` is returns less stakes so far. */

/**
 * Whether the next stake keeps the loss within the stop. With a stop at 100 and stakes of 20, a net of −80 still allows a round and −90
 * does not: the loss never passes the stop.
 */
export const fitsStop = ({ stake, net, lossMost }: { stake: bigint; net: bigint; lossMost: bigint }): boolean =>
  net - stake >= -lossMost

/**
 * The most that a plan can lose: its stakes in all, or its stop. A stop at 100 with stakes of 30 can lose all 100: after a win, losses no
 * longer end at a multiple of the stake.
 */
export const costAtMost = ({ total, lossMost }: { total: bigint; lossMost: bigint }): bigint =>
  lossMost < total ? lossMost : total

/** The bettor does not see the game: in another tab, or below a dialog such as the reality check. */
export const isAway = (): boolean =>
  document.visibilityState === 'hidden' || document.querySelector('dialog[open]') !== null
