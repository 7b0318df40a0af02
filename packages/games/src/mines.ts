import { choose, drawDistinct, unitMultiplier, payoutOf, refuse, type Game, type Terms } from './round.ts'

export type MinesOptions = { readonly mines: number }
export type MinesMove = { readonly reveal: number } | { readonly cash_out: true }
/** `mines` are shown once the round is over. */
export type MinesResult = { readonly revealed: readonly number[]; readonly mines?: readonly number[] }

export const fields = 25

/** The multipliers by the number of mines, then by the number of revealed safe fields. */
const multipliers = Array.from({ length: fields }, (_, mines) =>
  Array.from({ length: fields - mines + 1 }, (_each, safe) =>
    safe === 0 ? unitMultiplier : (9_900n * choose(fields, safe)) / choose(fields - mines, safe),
  ),
)

/** floor(9900 × C(25, k) / C(25 - m, k)) ten-thousandths after k safe fields of m mines; 1.00 before the first. */
export const minesMultiplier = (mines: number, safe: number): bigint => multipliers[mines]?.[safe] ?? 0n

/** The number of safe fields after which the round is cashed out: all of them, or as many as `maxWin` allows. */
export function lastSafe(mines: number, { stake, maxWin }: Terms): number {
  let safe = fields - mines
  while (safe > 0 && payoutOf(stake, minesMultiplier(mines, safe)) > maxWin) safe--
  return safe
}

/**
 * Fields 0 to 24 with hidden mines. The round cashes out automatically after the last safe field, or when one more would pay more than the
 * largest win.
 */
export const mines: Game<MinesOptions, MinesMove, MinesResult> = {
  name: 'mines',
  play(numbers, { options, moves, terms }) {
    const count = options.mines
    if (!Number.isInteger(count) || count < 1 || count >= fields) return refuse('bad_options')
    const last = lastSafe(count, terms)
    if (last === 0) return refuse('win_too_large')
    const hidden = drawDistinct(numbers, { of: fields, count })
    const revealed: number[] = []
    let end: 'cashed' | 'hit' | undefined
    for (const move of moves) {
      if (end) return refuse('round_over')
      if ('cash_out' in move) {
        if (revealed.length === 0) return refuse('bad_move')
        end = 'cashed'
        continue
      }
      const field = move.reveal
      if (!Number.isInteger(field) || field < 0 || field >= fields || revealed.includes(field))
        return refuse('bad_move')
      revealed.push(field)
      if (hidden.includes(field)) end = 'hit'
      else if (revealed.length === last) end = 'cashed'
    }
    const multiplier = end === 'hit' ? 0n : minesMultiplier(count, revealed.length)
    const { stake } = terms
    const round = { multiplier, staked: stake, payout: payoutOf(stake, end === 'cashed' ? multiplier : 0n) }
    return end
      ? { ok: true, round: { ...round, state: 'done', result: { revealed, mines: hidden } } }
      : { ok: true, round: { ...round, state: 'open', result: { revealed } } }
  },
}
