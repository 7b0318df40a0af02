import { netOf } from './figures.ts'

export type Played = { placed_at: string; staked: string; payout: string }

/**
 * The rounds of a session in this game, of those that the screen keeps, newest first: the net after each one in cents, the oldest first,
 * and the round that won most; undefined if none won.
 */
export function sessionRounds<R extends Played>(rounds: readonly R[], sinceMs: number) {
  const own = rounds.filter(({ placed_at }) => Date.parse(placed_at) >= sinceMs).toReversed()
  let net = 0n
  const nets = own.map((round) => (net += netOf(round)))
  let best: R | undefined
  for (const round of own) if (netOf(round) > (best ? netOf(best) : 0n)) best = round
  return { nets, best }
}

/** The path of a line through 0 and these nets, within a box; it has a margin of 4. Empty without rounds. */
export function lineOf(nets: readonly bigint[], { width, height }: { width: number; height: number }): string {
  if (nets.length === 0) return ''
  const values = [0, ...nets.map(Number)]
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const spread = most - least || 1
  const points = values.map((value, at) => {
    const x = 4 + (at / (values.length - 1)) * (width - 8)
    const y = 4 + ((most - value) / spread) * (height - 8)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}`
}
