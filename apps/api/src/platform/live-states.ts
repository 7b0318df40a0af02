import type { live as calls, LiveMessage } from '@nare/contract/live'
import { done } from '@nare/contract/outcome'
import type { Handlers } from './calls.ts'
import type { Live } from './live.ts'

const topicsMost = 120

/**
 * The live topics for browsers that poll instead of holding a socket. Answers the present states of the topics asked for,
 * without those whose versions still add up to what the reader said, so that a quiet minute costs a few bytes. Topics that
 * nobody answers for, and balances, are left out.
 */
export function liveStates(live: Live): Handlers<typeof calls> {
  return {
    async states({ topics }) {
      const asked = topics.split(/[,*]/).filter(Boolean).slice(0, topicsMost).map(readAsked)
      const known = new Map(asked)
      const states = await live.states(known.keys())
      const changed = [...states].filter(([topic, messages]) => known.get(topic) !== sumOf(messages))
      return done({ data: changed.flatMap(([, messages]) => messages) })
    },
  }
}

/** A topic, its dots read as colons, and the sum of the versions that the reader holds of it. */
function readAsked(asked: string): [topic: string, known: string | undefined] {
  const [name = '', known] = asked.split('~')
  return [name.replaceAll('.', ':'), known]
}

const sumOf = (messages: readonly LiveMessage[]): string =>
  String(messages.reduce((sum, { version }) => sum + version, 0))
