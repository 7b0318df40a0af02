import type { Score } from '@nare/bets/result'
import type { MatchView } from '#modules/catalog/catalog'
import type { Ingest } from '#modules/catalog/feeds/port'
import { isTimed, timedGoals } from '#modules/catalog/feeds/cup-clock'
import { readCup } from '#modules/catalog/feeds/openfootball'
import { openReplay } from '#modules/catalog/feeds/replay'
import { monotonicMs } from '#platform/clock'
import { queryRows } from '#platform/db'
import { openLog } from '#platform/log'
import type { App } from '../app.ts'

/** A match of the replay as the catalogue stores it. `name` is the feed's id. */
export type CupRow = {
  readonly id: number
  readonly name: string
  readonly start: Date
  readonly state: string
  readonly resulted: boolean
}

/** Live delays that end when the clock of the test is advanced, not with real time. */
export function openWaits() {
  const waiting: (() => void)[] = []
  return {
    wait: () => new Promise<void>((resolve) => void waiting.push(resolve)),
    count: () => waiting.length,
    release() {
      for (const resolve of waiting.splice(0)) resolve()
    },
  }
}
export type Waits = ReturnType<typeof openWaits>

/** Plays files of football.json on the catalogue of an application without a feed, and measures when subscribers receive them. */
export async function openCupWorld({ app, paths }: { app: App; paths: readonly string[] }) {
  const { db, clock, catalog } = app
  const scores = new Map<string, Score>()
  const sentAt = new Map<string, number>()
  const delaysMs: number[] = []
  let idOf: ReadonlyMap<string, number> = new Map()

  const ingest: Ingest = (messages) => {
    for (const message of messages) {
      if (message.kind !== 'score' || !message.score) continue
      const { sourceId } = message.match
      scores.set(sourceId, message.score)
      const id = idOf.get(sourceId)
      if (id !== undefined) sentAt.set(stateKey(id, message.minute ?? 0, message.score), monotonicMs())
    }
    return catalog.ingest(messages)
  }
  const log = openLog('error')
  const files = await Promise.all(paths.map((path) => readCup(path)))
  const timed = new Map(
    files.flat().flatMap((match) => (isTimed(match) ? [[match.id, timedGoals(match)] as const] : [])),
  )
  const replay = await openReplay({ db, clock, log, ingest, drop: catalog.drop, path: paths.join(','), speed: 1 })

  /** Receives a pushed state of `match:<id>`; the first receipt of each state is measured. */
  function receive(
    topic: string,
    state: { minute: number | null; home_score: number | null; away_score: number | null },
  ) {
    const { minute, home_score, away_score } = state
    if (home_score === null || away_score === null) return
    const key = stateKey(Number(topic.slice('match:'.length)), minute ?? 0, { home: home_score, away: away_score })
    const at = sentAt.get(key)
    if (at === undefined) return
    sentAt.delete(key)
    delaysMs.push(monotonicMs() - at)
  }

  async function rows(): Promise<CupRow[]> {
    const read = await queryRows<CupRow>(db)`
      select id, source_id as name, start_time as start, state, resulted from catalog.match
      where source = 'replay' order by start_time, id`
    idOf = new Map(read.map(({ id, name }) => [name, id]))
    return read
  }

  return {
    rows,
    receive,
    delaysMs,
    nowMs: () => clock.now(),
    /** The times between two at which betting on a match stops, a goal is shown, or betting resumes. */
    turns({ name, start }: CupRow, afterMs: number, untilMs: number): number[] {
      const minutes = (timed.get(name) ?? []).flatMap(({ stopsAt, shownAt, resumesAt }) => [
        stopsAt,
        shownAt,
        resumesAt,
      ])
      return minutes
        .map((elapsed) => start.getTime() + elapsed * 60_000 + 50)
        .filter((ms) => ms > afterMs && ms < untilMs)
    },
    /** The last score of a match that the feed reported. */
    score: (name: string): Score | undefined => scores.get(name),
    /** Moves the clock to a time and lets the feed send all messages that are due. */
    to: (ms: number) => replay.until(new Date(ms), clock.advance),
    start: () => replay.tick(),
    async views(ids: readonly number[]): Promise<MatchView[]> {
      return [...(await catalog.matchViews(db, ids, { all: true })).values()]
    },
  }
}
export type CupWorld = Awaited<ReturnType<typeof openCupWorld>>

const stateKey = (id: number, minute: number, { home, away }: Score): string => `${id} ${minute} ${home}:${away}`
