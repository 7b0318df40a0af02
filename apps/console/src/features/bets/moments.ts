import { labelOf } from '../../parts/format.ts'
import type { Leg } from './price-line.ts'

/** Something that happened around the placing of a bet. */
export type Moment = {
  readonly at: string
  readonly text: string
  readonly by: string
  readonly isAccepted?: boolean
  readonly isEvent?: boolean
}

type Placing = {
  readonly placedAt: string
  readonly askedAt: string | undefined
  readonly price: string
  /** The prices of the parts of a combination, each with the name of its part. */
  readonly parts?: readonly { readonly name: string; readonly prices: Leg['prices'] }[]
}

/** What happened around the placing of a bet to one of its legs, in order: prices, stops, events, the delay and the acceptance. */
export function momentsOf(
  { prices, changes, events }: Pick<Leg, 'prices' | 'changes' | 'events'>,
  { placedAt, askedAt, price, parts = [] }: Placing,
): Moment[] {
  const all: Moment[] = [
    ...prices.map((one) => ({ ...{ at: one.at, by: one.source }, text: priceText(one) })),
    ...parts.flatMap(({ name, prices: own }) =>
      own.map((one) => ({ ...{ at: one.at, by: one.source }, text: `${name}: ${priceText(one).toLowerCase()}` })),
    ),
    ...changes.flatMap((change, n) => {
      const text = changeText(change, changes[n - 1])
      return text === undefined ? [] : [{ at: change.at, text, by: change.source }]
    }),
    ...events.map((event) => ({ at: event.at, text: eventText(event), by: event.source, isEvent: true })),
    ...(askedAt === undefined ? [] : [{ at: askedAt, text: 'Stake reserved, the delay begins', by: 'server clock' }]),
    { at: placedAt, text: `Accepted at ${price}`, by: 'server clock', isAccepted: true },
  ]
  return all.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

const priceText = ({ price, state }: Leg['prices'][number]): string =>
  price === null || state !== 'open' ? `No price, ${state}` : `Price ${price}`

type Change = Leg['changes'][number]

function changeText(now: Change, before: Change | undefined): string | undefined {
  if (now.suspended && !before?.suspended)
    return now.reason === 'manual'
      ? 'Bets stopped by hand'
      : `Bets stopped${now.reason ? `: ${labelOf(now.reason).toLowerCase()}` : ''}`
  if (!now.suspended && before?.suspended) return 'Bets open again'
  if (now.state !== before?.state)
    return `Match ${labelOf(now.state).toLowerCase()}${now.score ? `, ${now.score}` : ''}`
  if (now.score !== before.score && now.score !== null) return `Score ${now.score}`
  return undefined
}

function eventText({ type, side, score, minute, taken_back }: Leg['events'][number]): string {
  const when = minute === undefined ? '' : `${minute}' `
  const taken = taken_back ? ', taken back' : ''
  return `${when}${labelOf(type)}${side ? ` of ${side}` : ''}${score ? `, ${score}` : ''}${taken}`
}
