import type { BoardRow } from '@nare/contract/operator-trading-board'
import type { LiveMessage } from '@nare/contract/live'
import type { Betting } from '#modules/betting/betting'
import type { Catalog, TradedMatch } from '#modules/catalog/catalog'
import { monotonicMs, type Clock } from '#platform/clock'
import { shareReading } from '#platform/concurrency'
import type { Live } from '#platform/live'
import { bookFigures, priceAge, rowOf, type BookFigures } from './rows.ts'

export const boardTopic = 'operator:board'
/** How often at most rows are published. */
export const everyMs = 250

type Mirror = Awaited<ReturnType<Betting['books']['watch']>>
/** `figures` are undefined while the bets on the match or its score have changed since they were counted. */
type Kept = { match: TradedMatch; figures: BookFigures | undefined; row: BoardRow; shown: string }

export type BoardDeps = {
  readonly live: Live
  readonly clock: Clock
  readonly catalog: {
    readonly traded: Pick<Catalog['traded'], 'matches' | 'unresolved'>
    feedSilences: Catalog['feedSilences']
  }
  readonly betting: Pick<Betting, 'books' | 'onMatchesChanged'>
}

const matchesAtOnce = 500
/** The most matches that one turn reads again and publishes; the others follow in the next. */
const turnMax = 1_000
/** A turn counts for so long, and lets other work run in between. */
const countMsMax = 200
const sliceMs = 15
/** Each second so many matches are read again, whatever was announced of them. */
const sweptAtOnce = 50
const snapshotMax = 1_000

/**
 * The trader's board: every match without a settled result, with its prices and the book of its bets, in the memory of this process while
 * somebody looks. Only changed matches are read, counted and published, one key a match. A missed change is repaired by reading some matches
 * again each second.
 */
export function openBoard({ live, clock, catalog, betting }: BoardDeps) {
  const { books } = betting
  const rows = new Map<number, Kept>()
  const stale = new Set<number>()
  const uncounted = new Set<number>()
  const unpublished = new Set<number>()
  let mirror: Mirror | undefined
  let silences: ReadonlyMap<string, number> = new Map()
  let secondMs = -Infinity
  let checkedMs = 0
  let sweeping: number[] = []

  betting.onMatchesChanged((matches) => {
    if (mirror) for (const id of matches) stale.add(id)
  })

  function forget(): void {
    mirror = undefined
    for (const part of [rows, stale, uncounted, unpublished]) part.clear()
  }

  /** Adds new matches, what time alone changes (a start that has passed, a price that has aged), and the next matches to be looked at again. */
  async function tick(): Promise<void> {
    if (monotonicMs() - secondMs < 1_000) return
    secondMs = monotonicMs()
    silences = new Map((await catalog.feedSilences()).map(({ source, ms }) => [source, ms]))
    const nowMs = clock.now()
    for (const [id, { match, row }] of rows) {
      const startMs = match.startTime.getTime()
      if (startMs > checkedMs && startMs <= nowMs) stale.add(id)
      if (bucketOf(row.price_age_s) !== bucketOf(priceAge(match, silences, nowMs))) uncounted.add(id)
    }
    checkedMs = nowMs
    const unresolved = await catalog.traded.unresolved()
    for (const id of unresolved) if (!rows.has(id)) stale.add(id)
    if (sweeping.length === 0) sweeping = [...new Set([...unresolved, ...rows.keys()])]
    for (const id of sweeping.splice(0, sweptAtOnce)) stale.add(id)
  }

  function newRow(match: TradedMatch): Kept {
    const figures = bookFigures(undefined, match.now)
    const row = { ...rowOf({ match, figures, silentMs: silences, nowMs: clock.now() }), version: 0 }
    return { match, figures: undefined, row, shown: '' }
  }

  async function read(ids: readonly number[]): Promise<void> {
    for (const id of ids) stale.delete(id)
    for (const match of await catalog.traded.matches(ids)) {
      const kept = rows.get(match.id) ?? newRow(match)
      if (JSON.stringify(match.now) !== JSON.stringify(kept.match.now)) kept.figures = undefined
      kept.match = match
      rows.set(match.id, kept)
      uncounted.add(match.id)
    }
  }

  /** Counts the row of a match again. A match whose result is settled leaves the board. */
  function count(id: number, on: Mirror): void {
    uncounted.delete(id)
    const kept = rows.get(id)
    if (!kept) return void stale.add(id)
    const { match } = kept
    const book = on.book(id)
    kept.figures ??= bookFigures(book, match.now)
    const next = rowOf({ match, figures: kept.figures, silentMs: silences, nowMs: clock.now() })
    const shown = JSON.stringify({ ...next, price_age_s: bucketOf(next.price_age_s) })
    if (shown !== kept.shown) {
      kept.row = { ...next, version: Math.max(clock.now(), kept.row.version + 1) }
      kept.shown = shown
      unpublished.add(id)
    } else kept.row = { ...next, version: kept.row.version }
    if (match.resulted && !book && !unpublished.has(id)) rows.delete(id)
  }

  async function countAll(on: Mirror, forMs: number): Promise<void> {
    const untilMs = monotonicMs() + forMs
    let sliceEndsMs = monotonicMs() + sliceMs
    for (const id of uncounted) {
      count(id, on)
      if (monotonicMs() < sliceEndsMs) continue
      if (monotonicMs() >= untilMs) return
      await new Promise((resolve) => setImmediate(resolve))
      sliceEndsMs = monotonicMs() + sliceMs
    }
  }

  async function turn(): Promise<void> {
    // Books that could not be kept up to date are read anew.
    await books.follow().catch(() => undefined)
    const on = await books.watch()
    const isNew = on !== mirror
    if (isNew) {
      forget()
      mirror = on
      checkedMs = clock.now()
      secondMs = -Infinity
      on.takeChanged()
      for (const id of [...(await catalog.traded.unresolved()), ...on.matches()]) stale.add(id)
    }
    await tick()
    for (const id of on.takeChanged()) {
      const kept = rows.get(id)
      if (kept) kept.figures = undefined
      ;(kept ? uncounted : stale).add(id)
    }
    const ids = [...stale].slice(0, isNew ? Infinity : turnMax)
    for (let at = 0; at < ids.length; at += matchesAtOnce) await read(ids.slice(at, at + matchesAtOnce))
    await countAll(on, isNew ? Infinity : countMsMax)
  }

  /** Brings the rows up to what was committed before the call. */
  const refresh = shareReading(turn)

  const messageOf = ({ row }: Kept): LiveMessage => ({
    topic: boardTopic,
    key: row.match_id,
    version: row.version,
    state: row,
  })
  const isShown = ({ match, row }: Kept): boolean => !match.resulted || row.bets > 0

  return {
    register: (to: Live): void =>
      to.operatorTopics(boardTopic, 'trading.read', async () => {
        await refresh()
        const first = [...rows.values()].filter((kept) => isShown(kept) && (kept.row.bets > 0 || isInPlay(kept.row)))
        return new Map([[boardTopic, first.slice(0, snapshotMax).map(messageOf)]])
      }),

    /** Publishes the rows that have changed, if somebody in this process looks. */
    async publish(): Promise<void> {
      if (!live.here.hasSubscribers(boardTopic)) {
        if (mirror && !books.isOpen()) forget()
        if (books.isOpen()) await books.follow()
        return
      }
      await refresh()
      for (const id of [...unpublished].slice(0, turnMax)) {
        unpublished.delete(id)
        const kept = rows.get(id)
        if (!kept) continue
        live.here.publish(messageOf(kept))
        if (!isShown(kept)) rows.delete(id)
      }
    },

    /** The rows of the board in their order: those in play first, then by start. */
    async rows({
      sport,
      live: inPlay,
    }: {
      sport?: string | undefined
      live?: 'true' | 'false' | undefined
    }): Promise<BoardRow[]> {
      secondMs = -Infinity
      await refresh()
      return [...rows.values()]
        .filter((kept) => isShown(kept))
        .map(({ row }) => row)
        .filter((row) => sport === undefined || row.sport_id === sport)
        .filter((row) => inPlay === undefined || isInPlay(row) === (inPlay === 'true'))
        .toSorted(inOrder)
    },
  }
}
export type Board = ReturnType<typeof openBoard>

const isInPlay = ({ state }: Pick<BoardRow, 'state'>): boolean => state === 'live' || state === 'interrupted'

function inOrder(one: BoardRow, other: BoardRow): number {
  const [a, b] = [isInPlay(one), isInPlay(other)]
  if (a !== b) return a ? -1 : 1
  if (one.start_time !== other.start_time) return one.start_time < other.start_time ? -1 : 1
  return Number(one.match_id) - Number(other.match_id)
}

/** Ages that are shown alike, so that a price that only grows older is seldom sent again. */
function bucketOf(age: number | null): string {
  if (age === null) return ''
  if (age < 10) return 'fresh'
  return age < 60
    ? `${Math.floor(age / 5)} s`
    : age < 3_600
      ? `${Math.floor(age / 60)} min`
      : `${Math.floor(age / 3_600)} h`
}
