import { money, parseMoney, type Money } from '@nare/money/money'
import type { Pick } from '../state/picks.ts'

/** The stake of each single: the pick's own one, else the one for all. A pick alone has that of the slip. */
export const stakesOf = (slip: readonly Pick[], forAll: string): string[] =>
  slip.map(({ stake }) => (slip.length > 1 ? stake : undefined) ?? forAll)

/** The sum of stakes; undefined if one of them is not an amount. */
export function totalOf(stakes: readonly string[]): Money | undefined {
  let total = 0n
  for (const text of stakes) {
    const stake = parseMoney(text)
    if (stake === undefined) return undefined
    total += stake
  }
  return money(total)
}

/** The slip with a stake of its own for one single; an empty text returns it to the stake for all. */
export const withStake = (slip: readonly Pick[], ucn: string, text: string): Pick[] =>
  slip.map((pick) => {
    if (pick.ucn !== ucn) return pick
    const { stake: _, ...rest } = pick
    return text === '' ? rest : { ...rest, stake: text }
  })

/** The slip without own stakes. */
export const withoutStakes = (slip: readonly Pick[]): Pick[] => slip.map(({ stake: _, ...pick }) => pick)
