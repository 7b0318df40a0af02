import type { ReturnRow } from '@nare/contract/operator-returns'
import { formatMoney, money } from '@nare/money/money'
import type { GameSums } from './store.ts'

/** The normal distribution has 95 % of its weight within so many standard deviations. */
const spread = 1.96
/** Below so many rounds their own spread says nothing about the true one. */
const roundsMin = 30

/** A game as it is named, with the return that bettors are told. */
export type Stated = Pick<ReturnRow, 'product' | 'game' | 'name' | 'group' | 'stated_percent'>

/**
 * The measured return of a game against the expected one. Where every round has a mean and a variance by the rules, these count. Otherwise the
 * stated return is what is expected, and the deviation is that of the rounds: of each return from the stake times the expected (without one, the
 * measured) return.
 */
export function figuresOf(stated: Stated, sums: GameSums | undefined): ReturnRow {
  const [rounds, stakes, returned] = [sums?.rounds ?? 0n, sums?.stakes ?? 0n, sums?.returned ?? 0n]
  const counted = {
    ...{ product: stated.product, game: stated.game, name: stated.name, group: stated.group },
    rounds: Number(rounds),
    stakes: formatMoney(money(stakes)),
    returns: formatMoney(money(returned)),
    gross: formatMoney(money(stakes - returned)),
    stated_percent: stated.stated_percent,
  }
  const byRules = sums !== undefined && sums.judged === rounds && rounds > 0n
  if (!sums || stakes <= 0n) return { ...counted, ...nothing, by_rules: byRules }
  const [staked, paid] = [Number(stakes), Number(returned)]
  const mean = byRules
    ? sums.mean
    : stated.stated_percent === null
      ? undefined
      : (staked * Number(stated.stated_percent)) / 100
  const deviation = deviationOf(sums, { byRules, share: (mean ?? paid) / staked })
  const percent = (amount: number): string => ((amount / staked) * 100).toFixed(2)
  return {
    ...counted,
    measured_percent: percent(paid),
    expected_percent: mean === undefined ? null : percent(mean),
    low_percent: deviation === undefined ? null : percent(Math.max(0, paid - spread * deviation)),
    high_percent: deviation === undefined ? null : percent(paid + spread * deviation),
    z:
      deviation === undefined || mean === undefined
        ? null
        : ((paid - mean) / deviation).toFixed(2).replace('-0.00', '0.00'),
    by_rules: byRules,
  }
}

const nothing = { measured_percent: null, expected_percent: null, low_percent: null, high_percent: null, z: null }

/** The standard deviation of what all rounds pay, in cents; undefined where it is not known. */
function deviationOf(sums: GameSums, { byRules, share }: { byRules: boolean; share: number }): number | undefined {
  const ofRounds = sums.returnSquares - 2 * share * sums.stakeReturns + share ** 2 * sums.stakeSquares
  const variance = byRules ? sums.variance : sums.rounds < roundsMin ? 0 : ofRounds
  return variance > 0 ? Math.sqrt(variance) : undefined
}
