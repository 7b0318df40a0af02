import type { LiveMessage } from '@nare/contract/live'
import { competitions } from '@nare/league/clubs'
import type { LeagueCycle } from '#config-league'
import { followChanges } from '#platform/changed-keys'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import { oncePerSecond, type Log } from '#platform/log'
import { liveState } from './shown.ts'

type Deps = { readonly db: Db; readonly live: Live; readonly log: Log; readonly cycle: LeagueCycle }

const pollMs = 250
const topicOf = (competitionId: string): string => `league:${competitionId}`

/**
 * Serves the topics `league:<competition>` on the urgent lane. States are read from public data only, so no state can reveal the future.
 * The owner's process publishes after each commit; the other processes check for changes while they have subscribers. Each process
 * publishes to its own subscribers.
 */
export function openLeagueTopics({ db, live, log, cycle }: Deps) {
  const logFault = oncePerSecond((facts) => log.warn(facts, 'publishing a state of the league failed'))
  const published = new Map<string, number>()

  async function messageOf(competitionId: string): Promise<LiveMessage | undefined> {
    const read = await liveState(db, competitionId, cycle)
    return read && { topic: topicOf(competitionId), key: '', ...read }
  }

  live.publicTopics(
    'league:',
    async (topics) => {
      const requested = competitions.filter(({ competitionId }) => topics.includes(topicOf(competitionId)))
      const read = await Promise.all(
        requested.map(async ({ competitionId }) => [topicOf(competitionId), await messageOf(competitionId)] as const),
      )
      return new Map(read.map(([topic, message]) => [topic, message ? [message] : []]))
    },
    { urgent: true },
  )

  async function publishOnce(competitionId: string): Promise<void> {
    const message = await messageOf(competitionId)
    if (!message || published.get(competitionId) === message.version) return
    published.set(competitionId, message.version)
    live.here.publish(message)
  }

  const publishAll = (ids: readonly string[]) =>
    Promise.all(ids.map((id) => publishOnce(id).catch((error: unknown) => logFault({ err: error }))))
  const changes = followChanges({ work: publishAll, atOnce: competitions.length, waitingMax: competitions.length })

  const publishSubscribed = (competitionId: string): void => {
    if (live.here.hasSubscribers(topicOf(competitionId))) changes.changed([competitionId])
  }
  const timer = setInterval(() => {
    for (const { competitionId } of competitions) publishSubscribed(competitionId)
  }, pollMs)
  timer.unref()

  return {
    /** Publishes the state of a competition after a commit that changed it. */
    changed(competitionId: string): void {
      live.invalidate([topicOf(competitionId)])
      publishSubscribed(competitionId)
    },
    stop: (): void => clearInterval(timer),
  }
}
