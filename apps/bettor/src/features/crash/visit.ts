import type { CrashBet } from '@nare/contract/crash'
import { formatMoney, money, parseMoney } from '@nare/money/money'

/** The settled bets of this visit in sums, as decimal text; `net` may be negative. */
export type Visit = {
  rounds: number
  staked: string
  returned: string
  net: string
  /** The bet with the largest gain; undefined without a gain. */
  best: { multiplier: string; gain: string } | undefined
  /** What the visit had won or lost after each bet, in cents, from 0 on. */
  path: readonly bigint[]
}

/** Sums up settled bets, which are listed newest first. A returned stake counts on neither side. */
export function visitOf(bets: readonly CrashBet[]): Visit {
  const counted = bets.filter(({ state }) => state === 'won' || state === 'lost').toReversed()
  let [staked, returned, most] = [0n, 0n, 0n]
  let best: Visit['best']
  const path = [0n]
  for (const bet of counted) {
    const [put, got] = [parseMoney(bet.stake) ?? 0n, parseMoney(bet.returned) ?? 0n]
    staked += put
    returned += got
    path.push(returned - staked)
    if (got - put <= most) continue
    most = got - put
    best = { multiplier: bet.cashed_out_at ?? '', gain: formatMoney(money(most)) }
  }
  const net = returned - staked
  return {
    rounds: new Set(counted.map(({ round_id }) => round_id)).size,
    staked: formatMoney(money(staked)),
    returned: formatMoney(money(returned)),
    net: `${net < 0n ? '-' : ''}${formatMoney(money(net < 0n ? -net : net))}`,
    best,
    path,
  }
}
