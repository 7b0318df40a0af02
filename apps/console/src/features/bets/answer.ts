import { outcomeText } from '@nare/bets/grading/outcome-text'
import type { TicketEvidence } from '@nare/contract/console-tickets'
import { dayText, labelOf, moneyText, secondsText } from '../../parts/format.ts'

const reasonsMax = 3

const moment = (at: string): string => `${secondsText(Date.parse(at))} on ${dayText(at)}`

/** Why the ticket has its state, and of a lost one the picks that lost it. */
export function whyOf({ state, why, legs }: Pick<TicketEvidence, 'state' | 'why' | 'legs'>): string {
  const lost = state === 'lost' ? legs.filter((leg) => leg.state === 'lost') : []
  return [why, ...lost.slice(0, reasonsMax).map((leg) => leg.why)].join(' ')
}

/** What was picked; of a combination each part with its state. */
const pickOf = ({ parts, ...leg }: TicketEvidence['legs'][number]): string =>
  parts
    ?.map((part) => `${part.market} ${outcomeText({ ...leg, ...part })} (${labelOf(part.state).toLowerCase()})`)
    .join(' and ') ?? outcomeText(leg)

/**
 * The answer to "you settled it wrong" in sentences, to be read out or sent: what was bet when and at which prices, whether it waited, whose
 * results decided, whether they were corrected, what was paid, and why.
 */
export function answerOf(ticket: TicketEvidence): string {
  const { bet_id, placed_at, stake, legs, delay, returned, state } = ticket
  const picks = legs.map((leg) => {
    const { home_team, away_team, market, odd_value, result } = leg
    const ended = result === null ? 'has no result yet' : `ended ${result}`
    return `${home_team} v ${away_team}, ${market}: ${pickOf(leg)}, was taken at ${odd_value}; the match ${ended}.`
  })
  const corrected = legs.flatMap(({ results, home_team, away_team }) => {
    const last = results.at(-1)
    if (results.length < 2 || !last) return []
    const said = last.result ?? labelOf(last.kind).toLowerCase()
    return [`The result of ${home_team} v ${away_team} was corrected to ${said} at ${moment(last.at)}.`]
  })
  return [
    `Ticket ${bet_id} of ${moneyText(stake)} was placed at ${moment(placed_at)}.`,
    ...picks,
    ...(delay ? [`The bet was in play and waited ${delay.seconds.toFixed(1)} s before it was accepted.`] : []),
    ...corrected,
    whyOf(ticket),
    state === 'open' ? 'It is still open.' : `It has paid ${moneyText(returned)}.`,
  ].join(' ')
}
