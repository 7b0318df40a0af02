import type { live as calls, LiveMessage } from '@nare/contract/live'
import { done } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import type { Handlers } from './calls.ts'
import { asAnswer, JsonText } from './json-text.ts'
import { textOfMessage } from './live-messages.ts'
import type { Live } from './live.ts'

const topicsMax = 120

/**
 * Serves the states of live topics to clients that poll instead of using a socket. Returns the current states of the requested topics, except
 * topics whose sum of versions equals the one that the client sent, so that a poll without changes takes a few bytes. Unknown and private
 * topics are omitted.
 */
export function liveStates(live: Live): Handlers<typeof calls> {
  return {
    async states({ topics }) {
      const sums = new Map(readTopics(topics.split(/[,*]/).filter(Boolean).slice(0, topicsMax)))
      const states = await live.states(sums.keys())
      const changed = [...states].filter(([topic, messages]) => sums.get(topic) !== sumOf(messages))
      const texts = changed.flatMap(([, messages]) => messages.map(textOfMessage))
      return done(asAnswer<Answer<typeof calls.states>>(new JsonText(`{"data":[${texts.join()}]}`, { isKept: false })))
    },
  }
}

/** Topics as they were requested, each with the sum of the versions that the client has. */
function readTopics(texts: readonly string[]): [topic: string, sum: string | undefined][] {
  let match = ''
  return texts.map((text) => {
    const [name = '', sum] = text.split('~')
    const topic = name.startsWith('.') ? `market:${match}:${name.slice(1)}` : fullName(name)
    if (topic.startsWith('match:')) match = topic.slice('match:'.length)
    return [topic, sum]
  })
}

const fullName = (name: string): string => (/^\d+$/.test(name) ? `match:${name}` : name.replaceAll('.', ':'))

const sumOf = (messages: readonly LiveMessage[]): string =>
  String(messages.reduce((sum, { version }) => sum + version, 0))
