import type { live as calls, LiveMessage } from '@nare/contract/live'
import { done } from '@nare/contract/outcome'
import type { Handlers } from './calls.ts'
import type { Live } from './live.ts'

const topicsMax = 120

/**
 * The states of live topics for clients that poll instead of using a socket. Answers the current states of the requested topics,
 * without those whose versions still have the sum that the client sent, so that a quiet minute costs a few bytes. Unknown and private
 * topics are left out.
 */
export function liveStates(live: Live): Handlers<typeof calls> {
  return {
    async states({ topics }) {
      const sums = new Map(topics.split(/[,*]/).filter(Boolean).slice(0, topicsMax).map(readTopic))
      const states = await live.states(sums.keys())
      const changed = [...states].filter(([topic, messages]) => sums.get(topic) !== sumOf(messages))
      return done({ data: changed.flatMap(([, messages]) => messages) })
    },
  }
}

/** A topic, its dots read as colons, and the sum of the versions that the client has. */
function readTopic(text: string): [topic: string, sum: string | undefined] {
  const [name = '', sum] = text.split('~')
  return [name.replaceAll('.', ':'), sum]
}

const sumOf = (messages: readonly LiveMessage[]): string =>
  String(messages.reduce((sum, { version }) => sum + version, 0))
