import type { live as calls, LiveMessage } from '@nare/contract/live'
import { done } from '@nare/contract/outcome'
import type { Handlers } from './calls.ts'
import type { Live, Snapshot } from './live.ts'

const topicsMost = 120

/**
 * The live topics for browsers that poll instead of holding a socket. Answers the present states of the topics asked for,
 * without those whose versions still add up to what the reader said, so that a quiet minute costs a few bytes. Topics that
 * nobody answers for, and balances, are left out. `through` is what modules register their topics with.
 */
export function liveStates(live: Live): { through: Live; routes: Handlers<typeof calls> } {
  const sources: { prefix: string; snapshot: Snapshot }[] = []
  const through: Live = {
    ...live,
    answersFor(prefix, snapshot) {
      if (!prefix.startsWith('balance')) sources.push({ prefix, snapshot })
      live.answersFor(prefix, snapshot)
    },
  }
  const statesOf = async (asked: string): Promise<readonly LiveMessage[]> => {
    const [name = '', known] = asked.split('~')
    const topic = name.replaceAll('.', ':')
    const source = sources.find(({ prefix }) => topic.startsWith(prefix))
    const messages = (await source?.snapshot(topic)) ?? []
    const sum = messages.reduce((so, { version }) => so + version, 0)
    return known === String(sum) ? [] : messages
  }
  return {
    through,
    routes: {
      async states({ topics }) {
        const asked = topics.split(/[,*]/).filter(Boolean).slice(0, topicsMost)
        const found: LiveMessage[] = []
        for (const topic of asked) found.push(...(await statesOf(topic)))
        return done({ data: found })
      },
    },
  }
}
