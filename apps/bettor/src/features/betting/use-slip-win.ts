import type { LegNow } from '../../slip/cta.ts'
import { bonusPart, spendableBonus } from '../../slip/bonus-part.ts'
import { preview } from '../../slip/preview.ts'
import { stakesOf } from '../../slip/stakes.ts'
import { useWinTax } from '../../slip/win-tax-fact.tsx'
import { useApp } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import { winsOf } from './wins-of.ts'

/**
 * What the sports slip stakes and may pay at the prices shown: the stake as typed and those of its bets, the bonus money that may be spent on
 * them and the part of it that is, and today's tax on the win.
 */
export function useSlipWin(slip: readonly Pick[], now: readonly LegNow[]) {
  const { bet_type, system, slip_bonus: answered } = useApp(({ betting }) => betting)
  const boost = useApp(({ data }) => data.app_config?.boost)
  const stake = useApp(({ data }) => data.stake_value)
  const { balance, bonus: all } = useApp(({ auth }) => (auth.isLoggedIn && auth.user) || guest)
  const type = slip.length === 1 ? ('single' as const) : bet_type
  const prices = slip.map((pick, index) => now[index]?.odd_value ?? pick.odd_value)
  const stakes = type === 'single' ? stakesOf(slip, stake) : [stake]
  const shown = preview({ prices, type, system, stake, stakes, boost })
  const bonus = spendableBonus({ stakes, balance, bonus: all, answered })
  const bonusStake = bonusPart({ stakes, balance, bonus })
  const winTax = useWinTax('sports', winsOf({ shown, prices, stakes, bonus: bonusStake }))
  return { type, stake, stakes, shown, bonus, bonusStake, winTax }
}

const guest = { balance: null, bonus: undefined }
