import { display, marketTitle } from '@nare/bets/markets/markets'
import { sportOf } from '@nare/bets/markets/sports'
import { formatPrice, price } from '@nare/money/money'
import type { Clock } from '#platform/clock'
import { transact, type Db } from '#platform/db'
import { lockExclusive } from '#platform/locks'
import type { LinePrices } from './feeds/port.ts'
import type { Publish } from './ingest-types.ts'
import { endHandsIn, handBoards, handsOn, type SetHand } from './store-hands.ts'
import { offeredLines } from './store-lines.ts'
import { lockMatch, readMatch, saveMatch, type MatchRow } from './store-match.ts'
import type { Board, Judge, SureReturn } from './sure-return/sure-return.ts'

/** A board may return so much more than its stakes, because a price has whole hundredths. */
const exact = 1e-8

/** What is offered on a match, as it is judged; undefined for a sport that is not known. */
export function boardOf({ sport_id, current }: MatchRow, lines: readonly LinePrices[]): Board | undefined {
  const sport = sportOf(sport_id)
  const { score, halfTime } = current
  return sport && { sport, lines, ...(score && { at: { score, ...(halfTime && { halfTime }) } }) }
}

/** Whether the house surely loses on a board. */
export const isLoss = ({ value }: SureReturn): boolean => value > 1 + exact

/** Why a board loses: the bets that together surely win. */
export function lossText({ value, stakes }: SureReturn): string {
  const bets = stakes
    .slice(0, 4)
    .map(
      ([{ marketId, key, odds }]) =>
        `${marketTitle(marketId, '')} ${display(marketId, key)} at ${formatPrice(price(odds))}`,
    )
  const more = stakes.length > bets.length ? ' and more' : ''
  return `Whatever happens, these bets together return ${value.toFixed(3)} for each 1.000 staked: ${bets.join(', ')}${more}`
}

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly publish: Publish
  readonly judge: Pick<Judge, 'judge'>
}

/** How many boards one run judges: each takes the thread a second, which traders need too. */
const boardsMax = 5

/**
 * Judges boards with prices by hand again once their feeds have moved them, a few in each run, those first that were judged longest ago. Where the
 * house would surely lose, the prices by hand end that are part of the loss and above the feed's; the history of the match says why. Returns how
 * many boards were judged, and how many wait.
 */
export function openHandBoards({
  db,
  clock,
  publish,
  judge,
}: Deps): () => Promise<{ judged: number; waiting: number }> {
  let runs = 0
  const judged = new Map<number, { readonly stamp: string; readonly run: number }>()

  async function judgeOne(matchId: number): Promise<boolean> {
    const [row, lines] = await Promise.all([readMatch(db, matchId), offeredLines(db, matchId)])
    const board = row && boardOf(row, lines)
    if (!board) return true
    const found = await judge.judge(board)
    if (found && isLoss(found)) await endLosing(matchId, lines, found)
    return found !== undefined
  }

  async function endLosing(matchId: number, judgedLines: readonly LinePrices[], found: SureReturn): Promise<void> {
    const ended = await transact(db, async (tx) => {
      await lockExclusive(tx, 'match', [matchId])
      const row = await lockMatch(tx, matchId)
      // What has moved since is judged by the next run.
      if (!row || textOf(await offeredLines(tx, matchId)) !== textOf(judgedLines)) return []
      const losing = (await handsOn(tx, matchId)).filter((hand) => isPartOf(found, hand))
      if (losing.length === 0) return []
      const by = { by: 'platform', at: clock.date() }
      for (const { marketId, line, oddKey } of losing) await endHandsIn(tx, { matchId, marketId, line, oddKey }, by)
      const change = { kind: 'hand_ended', reason: lossText(found), source: by.by, at: by.at, ours: true as const }
      await saveMatch(tx, { row, next: row.current, drivenBy: row.driven_by, change })
      return losing
    })
    const lines = [...new Set(ended.map(({ marketId }) => marketId))].map((market_id) => ({ market_id }))
    if (lines.length > 0) publish([{ matchId, sportId: '', lines, matchChanged: false }])
  }

  return async () => {
    runs++
    const boards = await handBoards(db)
    const present = new Set(boards.map(({ matchId }) => matchId))
    for (const matchId of judged.keys()) if (!present.has(matchId)) judged.delete(matchId)
    const lastRun = (matchId: number): number => judged.get(matchId)?.run ?? 0
    const moved = boards
      .filter(({ matchId, stamp }) => judged.get(matchId)?.stamp !== stamp)
      .toSorted((a, b) => lastRun(a.matchId) - lastRun(b.matchId))
    let count = 0
    for (const { matchId, stamp } of moved.slice(0, boardsMax))
      if (await judgeOne(matchId)) {
        judged.set(matchId, { stamp, run: runs })
        count++
      }
    return { judged: count, waiting: moved.length - count }
  }
}

/** Whether a price by hand is one of the bets that surely win, and worse for the house than the feed's. */
const isPartOf = ({ stakes }: SureReturn, { marketId, oddKey, price: at, model }: SetHand): boolean =>
  at !== null &&
  (model === null || at > model) &&
  stakes.some(([bet]) => bet.marketId === String(marketId) && bet.key === oddKey)

const textOf = (lines: readonly LinePrices[]): string =>
  JSON.stringify(lines, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
