import type { TodayState } from '@nare/contract/console-today'
import { formatMoney, money } from '@nare/money/money'
import type { ConsoleDeps } from '../deps.ts'

type Next = TodayState['next'][number]
type Deps = Pick<ConsoleDeps, 'catalog' | 'betting' | 'jackpots'>

const shownMax = 6

/** The next kick-offs and the next jackpots to close, the earliest first. */
export async function readNext({ catalog, betting, jackpots }: Deps): Promise<Next[]> {
  const [matches, pools] = await Promise.all([catalog.coming(), jackpots.operator.closing()])
  const times = [...Map.groupBy(matches, ({ startTime }) => startTime.getTime()).values()].slice(0, shownMax)
  const staked = await betting.stakedOn(times.flat().map(({ id }) => id))
  const stakedOn = ({ id }: { id: number }): bigint => staked.get(id) ?? 0n
  const kickOffs = times.flatMap((together): Next[] => {
    const first = together.reduce((most, one) => (stakedOn(one) > stakedOn(most) ? one : most))
    const all = together.reduce((sum, one) => sum + stakedOn(one), 0n)
    const { id, home, away, startTime } = first
    const shown = { id: String(id), at: startTime.toISOString(), text: `${home} v ${away}` }
    return [{ kind: 'match', ...shown, more: together.length - 1, staked: formatMoney(money(all)) }]
  })
  const closing = pools.slice(0, shownMax).map(({ id, name, closesAt, staked: stakes }): Next => ({
    ...{ kind: 'jackpot', id: String(id), at: closesAt.toISOString(), text: `${name} closes` },
    ...{ more: 0, staked: formatMoney(money(stakes)) },
  }))
  return [...kickOffs, ...closing].toSorted((a, b) => a.at.localeCompare(b.at)).slice(0, shownMax)
}
