import { formatMoney, type Money } from '@nare/money/money'
import type { LegState } from '../result.ts'
import type { BetType } from './settle.ts'

/** A ticket with picks as it is stored. `cashed` is what cash-outs have paid, a part of `returned`. */
export type ExplainedTicket = {
  readonly type: BetType
  readonly system?: readonly number[] | undefined
  readonly state: 'open' | 'won' | 'lost' | 'void' | 'cashed_out'
  readonly returned: Money
  readonly cashed: Money
  readonly boost: Money
  readonly legs: readonly LegState[]
}

/** Says in plain sentences why a ticket has its state, by the rules of `settleBet`. */
export function whyTicket({ state, returned, cashed, boost, ...ticket }: ExplainedTicket): string {
  const paid = cashed > 0n ? ` Cash-outs paid ${formatMoney(cashed)}.` : ''
  switch (state) {
    case 'cashed_out':
      return `Cashed out for ${formatMoney(cashed)}: the picks decide nothing any more.`
    case 'open':
      return `Open: ${numbers(ticket.legs, ['open'])} not decided.${paid}`
    case 'void':
      return `Void: no pick counts, so the stake was returned.${paid}`
    case 'lost':
      return `Lost: ${lostBecause(ticket)}${paid}`
    case 'won':
      return `Won: ${wonBecause(ticket)} Returned ${formatMoney(returned)}${boost > 0n ? `, of it ${formatMoney(boost)} boost` : ''}.${paid}`
  }
}

type Picks = Pick<ExplainedTicket, 'type' | 'system' | 'legs'>

function lostBecause({ type, system = [], legs }: Picks): string {
  if (type === 'single') return 'its pick lost.'
  const lost = numbers(legs, ['lost'])
  if (type === 'multi') return `${lost} lost, and every pick of a multi must win.`
  return `${lost} lost, and its shortest line needs ${Math.min(...system)} right picks.`
}

function wonBecause({ type, system = [], legs }: Picks): string {
  if (type === 'single') return legs[0] === 'half_lost' ? 'half of the stake was returned.' : 'its pick won.'
  const [isVoid, half] = [legs.filter((one) => one === 'void'), legs.filter((one) => one.startsWith('half'))]
  const voids =
    isVoid.length > 0
      ? ` ${capital(numbers(legs, ['void']))} void and ${isVoid.length > 1 ? 'count' : 'counts'} as odds of 1.00.`
      : ''
  const halves = half.length > 0 ? ` ${capital(numbers(legs, ['half_won', 'half_lost']))} half returned.` : ''
  if (type === 'system') {
    const right = legs.filter((one) => one !== 'lost').length
    return `${right} of ${legs.length} picks did not lose, and its lines have ${system.join(' and ')} picks.${voids}${halves}`
  }
  return `no pick lost.${voids}${halves}`
}

const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`

/** "pick 2 is", "picks 1 and 3 are", counted from 1; without "is" for the state lost. */
function numbers(legs: readonly LegState[], states: readonly LegState[]): string {
  const found = legs.flatMap((state, n) => (states.includes(state) ? [n + 1] : []))
  const list = found.length > 1 ? `${found.slice(0, -1).join(', ')} and ${found.at(-1)}` : `${found[0] ?? ''}`
  const verb = states[0] === 'lost' ? '' : found.length > 1 ? ' are' : ' is'
  return `pick${found.length > 1 ? 's' : ''} ${list}${verb}`
}
