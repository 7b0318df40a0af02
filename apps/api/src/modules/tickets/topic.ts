import type { BetState, LiveMessage } from '@nare/contract/live'
import type { Product } from '@nare/contract/products'
import { formatMoney, money } from '@nare/money/money'
import { followChanges } from '#platform/changed-keys'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import { retrying } from '#platform/retrying'
import * as store from './topic-store.ts'
import type { AllTicketDetails, LegProgress } from './details.ts'
import type { Unplaced, UnplacedState } from './unplaced.ts'
import { taxView } from './views.ts'

type Deps = {
  readonly db: Db
  readonly live: Live
  readonly log: Log
  readonly details: AllTicketDetails
  readonly unplaced: Unplaced
}
export type BetOf = { readonly betId: bigint; readonly bettor: bigint }

const topic = 'bets'
const snapshotBets = 200
const betsPerQuery = 500
/** With `snapshotBets` bets for each bettor, at most `waitingMax` bets. */
const bettorsPerQuery = 100
const waitingMax = 20_000

/**
 * The private topic `bets`: the progress of a bettor's own bets, one key per bet, also of those that are not placed yet. Of the bettor's last 200 bets, a subscription
 * begins with those that are open or were settled in the last day, so a reconnected reader catches up. Publish after the commit
 * of a change. Changed bets are read in one query at a time and only for subscribed bettors; a failed read is repeated a few times.
 * Above 20,000 waiting bets, further ones are not published until the next subscription.
 */
export function openBetTopic({ db, live, log, details, unplaced }: Deps) {
  const closing = new AbortController()

  async function messagesOf(rows: readonly store.ProgressRow[]): Promise<{ bettor: bigint; message: LiveMessage }[]> {
    const legsOf = await details.legProgress(db, rows)
    return rows.map((row) => ({ bettor: row.bettor, message: messageOf(row, legsOf(row.bet_id)) }))
  }

  /** Reads, and repeats a failed read a few times; undefined if every attempt fails. */
  const readAgain = <T>(read: () => Promise<T>, facts: object = {}): Promise<T | undefined> =>
    retrying(read, {
      signal: closing.signal,
      onFailure: (error) => log.warn({ err: error, ...facts }, 'bets could not be read to publish them'),
    })

  async function publishBets(betIds: readonly bigint[]): Promise<void> {
    const read = async () => {
      const placed = await store.progressOf(db, betIds)
      const ids = new Set(placed.map((row) => row.bet_id))
      const waiting = await unplaced.states(betIds.filter((id) => !ids.has(id)))
      return [...(await messagesOf(placed)), ...waiting.map(messageOfUnplaced)]
    }
    for (const { bettor, message } of (await readAgain(read)) ?? []) live.publishTo(bettor, message)
  }

  const changes = followChanges({ work: publishBets, atOnce: betsPerQuery, waitingMax })

  const publish = (bets: Iterable<BetOf>): void =>
    changes.changed([...bets].flatMap(({ betId, bettor }) => (live.hasSubscribers(topic, bettor) ? betId : [])))

  /** Publishes the bets that `read` returns for the subscribed bettors, 100 bettors at a time. */
  async function publishForSubscribers(
    facts: object,
    read: (bettors: readonly bigint[]) => Promise<BetOf[]>,
  ): Promise<void> {
    const bettors = live.subscribedBettors(topic)
    for (let at = 0; at < bettors.length; at += bettorsPerQuery) {
      const bets = await readAgain(() => read(bettors.slice(at, at + bettorsPerQuery)), facts)
      if (!bets) return
      publish(bets)
      await changes.idle()
    }
  }

  live.privateTopics(topic, async (topics) => {
    const bettors = [...new Set(topics.map(({ bettor }) => bettor))]
    const waiting = await unplaced.recent(bettors)
    const placed = await messagesOf(await store.recentProgress(db, { bettors, most: snapshotBets }))
    const messages = [...waiting.map(messageOfUnplaced), ...placed]
    return topics.map((subscription) =>
      messages.flatMap(({ bettor, message }) => (bettor === subscription.bettor ? [message] : [])),
    )
  })

  return {
    publish,

    /**
     * Publishes the bets of a match after its settlement, in chunks. Resolves after the last chunk and never rejects. Reads only
     * bets that a subscription of their bettor would begin with, so its work grows with the subscribers, not with the bets.
     */
    publishMatch: (matchId: number): Promise<void> =>
      publishForSubscribers({ matchId }, (bettors) => store.betsOnMatch(db, { matchId, bettors, most: snapshotBets })),

    /** Publishes the tickets of a product as `publishMatch` publishes the bets of a match. */
    publishProduct: (product: Product): Promise<void> =>
      publishForSubscribers({ product }, (bettors) =>
        store.betsOfProduct(db, { product, bettors, most: snapshotBets }),
      ),

    /** Stops publishing and waits for the publication in progress. */
    async close(): Promise<void> {
      closing.abort()
      await changes.close()
    },
  }
}

const messageOfUnplaced = ({ bettor, betId, version, state }: UnplacedState) => ({
  bettor,
  message: { topic, key: betId.toString(), version: Number(version), state } satisfies LiveMessage,
})

function messageOf(row: store.ProgressRow, legs: readonly LegProgress[]): LiveMessage {
  const state: BetState = {
    state: row.state,
    stake: formatMoney(money(row.stake)),
    ...(row.left !== null && { left: formatMoney(money(row.left)) }),
    returned: formatMoney(money(row.returned)),
    ...taxView(row),
    legs: [...legs],
  }
  return { topic, key: row.bet_id.toString(), version: Number(row.version), state }
}
