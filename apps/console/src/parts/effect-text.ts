import type { EffectView } from '@nare/contract/effect'
import { countText, moneyText } from './format.ts'

const isNothing = (amount: string): boolean => /^[0.]*$/.test(amount)
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`

/** What decides the rest of an effect that nobody can know yet. */
const unknownTexts: Readonly<Record<NonNullable<EffectView['unknown']>, string>> = {
  results: 'What tickets are paid is decided by results that nobody knows yet.',
  wagering: 'How much of it becomes cash is decided by how it is staked.',
}

/** What a decision does, in sentences with the amounts. */
export function effectText(effect: EffectView): string {
  const { bets, winners, paid, taken_back, debts, debt, legs, of, payees, withheld, later, bonus, points } = effect
  const part = legs < of ? ` Only ${countText(legs)} of ${countText(of)} picks are counted.` : ''
  const moved = [
    !isNothing(paid) && `${moneyText(paid)} is paid out`,
    !isNothing(taken_back) && `${moneyText(taken_back)} is taken back`,
  ].filter((one) => typeof one === 'string')
  const money = moved.length > 0 ? `${moved.join(' and ')}.` : 'No money moves.'
  const owing = isNothing(debt)
    ? ''
    : ` ${counted(debts.length, 'bettor')} will owe ${moneyText(debt)}, because the money is gone.`
  const open = effect.unknown === undefined ? '' : ` ${unknownTexts[effect.unknown]}`
  if (later !== undefined)
    return isNothing(later.paid)
      ? 'Nobody has won a prize, and no money moves.'
      : `${moneyText(later.paid)} waits for ${counted(payees ?? 0, 'bettor')}, and ${moneyText(later.kept)} of the prizes is kept. No money moves yet.`
  if (bonus !== undefined) return `${moneyText(paid)} of bonus money is given.${open}`
  if (points !== undefined)
    return points
      .map(({ before, after }) => `The points go from ${countText(before)} to ${countText(after)}. No money moves.`)
      .join(' ')
  if (withheld !== undefined) return `${moneyText(withheld)} of ${counted(payees ?? 0, 'bettor')} is not paid.`
  if (payees !== undefined) return `${counted(payees, 'bettor')}: ${money}${owing}`
  if (bets === 0) return `No ticket changes.${open}${part}`
  return `${counted(bets, 'ticket')} ${bets === 1 ? 'changes' : 'change'}, ${countText(winners)} of them ${winners === 1 ? 'is' : 'are'} paid. ${money}${owing}${part}`
}

/** What a proposal would do, from the facts that its proposer saw: "3 tickets, pays KSh 126,000, takes back KSh 0". */
export function effectFactsText(effect: Readonly<Record<string, unknown>>): string {
  const amount = (name: string): string | undefined => {
    const value = effect[name]
    return typeof value === 'string' && /^\d+\.\d\d$/.test(value) ? value : undefined
  }
  const [paid, takenBack, debt, later, bonus] = ['paid', 'taken_back', 'debt', 'may_pay', 'bonus'].map(amount)
  const { bets, counted: part } = effect
  return [
    typeof bets === 'number' && counted(bets, 'ticket'),
    paid !== undefined && `pays ${moneyText(paid)}`,
    takenBack !== undefined && `takes back ${moneyText(takenBack)}`,
    bonus !== undefined && `gives ${moneyText(bonus)} of bonus money`,
    later !== undefined && `open tickets may pay ${moneyText(later)} later`,
    effect['prizes'] === true && 'decides a jackpot',
    effect['early'] === true && 'before the match can be over',
    debt !== undefined && !isNothing(debt) && `leaves debts of ${moneyText(debt)}`,
    typeof part === 'string' && `counted ${part}`,
  ]
    .filter((one) => typeof one === 'string')
    .join(', ')
}
