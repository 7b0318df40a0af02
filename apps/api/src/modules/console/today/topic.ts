import type { LiveMessage } from '@nare/contract/live'
import type { Live } from '#platform/live'
import type { Clock } from '#platform/clock'
import type { openToday } from './today.ts'

export const todayTopic = 'operator:today'

type Deps = { readonly live: Live; readonly clock: Clock; readonly today: ReturnType<typeof openToday> }

/**
 * The topic `operator:today` with the one key `today`. Each process reads it for its own subscribers, once a second, and only while it has
 * some.
 */
export function openTodayTopic({ live, clock, today }: Deps) {
  async function message(): Promise<LiveMessage> {
    const { state } = await today.read()
    return { topic: todayTopic, key: 'today', version: clock.now(), state }
  }

  return {
    register: (to: Live): void =>
      to.operatorTopics(todayTopic, 'today.read', async () => new Map([[todayTopic, [await message()]]])),

    /** Publishes the present state to the subscribers of this process, if it has some. */
    async publish(): Promise<void> {
      if (live.here.hasSubscribers(todayTopic)) live.here.publish(await message())
    },
  }
}
