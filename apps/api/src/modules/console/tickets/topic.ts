import type { NewestTickets } from '@nare/contract/console-tickets'
import type { LiveMessage } from '@nare/contract/live'
import type { Tickets } from '#modules/tickets/tickets'
import type { Live } from '#platform/live'
import { rowOf } from './rows.ts'

export const ticketsTopic = 'operator:tickets'
const newestMax = 100
/** How often at most the topic is published. */
export const everyMs = 250

type Deps = {
  readonly live: Pick<Live, 'here'>
  readonly tickets: { readonly house: Pick<Tickets['house'], 'newest'> }
}

/**
 * The topic `operator:tickets` with the key `newest`: the newest 100 tickets of all products. Each process reads them for its own
 * subscribers, and only while it has some.
 */
export function openTicketsTopic({ live, tickets }: Deps) {
  let published = ''

  async function message(): Promise<LiveMessage> {
    const { rows, version } = await tickets.house.newest(newestMax)
    const state: NewestTickets = { data: rows.map(rowOf) }
    return { topic: ticketsTopic, key: 'newest', version, state }
  }

  return {
    register: (to: Live): void =>
      to.operatorTopics(ticketsTopic, 'tickets.read', async () => new Map([[ticketsTopic, [await message()]]])),

    /** Publishes the tickets if they have changed. Call it at most every 250 ms. */
    async publish(): Promise<void> {
      if (!live.here.hasSubscribers(ticketsTopic)) return
      const now = await message()
      const text = JSON.stringify(now.state)
      if (text === published) return
      published = text
      live.here.publish(now)
    },
  }
}
