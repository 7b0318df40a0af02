import { sql } from 'kysely'
import type { App } from '@nare/api/app'
import type { LinePrices } from '@nare/api/modules/catalog/feeds/port'
import {
  about,
  drawMatch,
  feedAt,
  linesAt,
  matchS,
  momentAt,
  source,
  type Incident,
  type HuntMatch,
} from './matches.ts'
import { openReferred } from './trader.ts'
import {
  bestFor,
  bet,
  choicesOf,
  isHurtBy,
  cashBetOut,
  type Account,
  type Choice,
  type Playing,
  waitsOf,
} from './players.ts'

export type Players = {
  /** With referral: bets half a minute before an event, and takes the bet back while it waits if the event will hurt it. */
  readonly waiter?: Account | undefined
  /** Bets the same at the same moments and is answered alike, but takes nothing back. */
  readonly leaver?: Account | undefined
  readonly hunter: Account
  /** Bets at the end of a minute on the prices from its beginning. */
  readonly latePlayer: Account
  readonly random: Account
  readonly cashOutHunter: Account
  readonly randomCashOut: Account
}
type Hunt = { app: App; playing: Playing; players: Players; count: number; chance: () => number }
type Position = { readonly betId: string; readonly choice: Choice; isOpen: boolean }

const knowsAheadS = 3
const sentBeforeS = 30
const reopensAfterS = 30
/** The minimum distance of random bets from an incident, so that the feed's stop does not refuse them. */
const quietS = 60
const matchesPerBatch = 20
const firstKickOffMs = 60 * 60_000
const betweenMs = 5_000
/** At the end of these minutes the late player bets on their prices if they are outdated. */
const lateMinutes = [43, 65, 74, 80.75, 85.75, 87.75, 88.5]

/** A bet that is sent this long before the next price is accepted just before it. */
const latestS = 6

function secondsUntil(is: (second: number) => boolean, from: number): number {
  for (let second = from; second < matchS; second++) if (is(second)) return second
  return matchS
}

/** Creates the matches and schedules their incidents, bets and cash-outs. Kick-offs are 5 seconds apart. */
export async function playHunt({ app, playing, players, count, chance }: Hunt): Promise<void> {
  const begin = app.clock.now() + firstKickOffMs
  const matches = Array.from({ length: count }, (_, n) => drawMatch(String(n), chance))
  for (let from = 0; from < count; from += matchesPerBatch) {
    await app.catalog.ingest(
      matches.slice(from, from + matchesPerBatch).map((match, n) => ({
        kind: 'fixture' as const,
        match: { source, sourceId: match.id },
        at: app.clock.date(),
        sportId: '79',
        competition: { name: 'Hunt', category: 'Bench' },
        homeTeam: `Home ${match.id}`,
        awayTeam: `Away ${match.id}`,
        startTime: new Date(begin + (from + n) * betweenMs),
        model: match.basis,
        lines: linesAt(match, 0),
      })),
    )
  }
  const { rows } = await sql<{ id: number; source_id: string }>`
    select id, source_id from catalog.match where source = ${source}`.execute(app.db)
  const ids = new Map(rows.map((row) => [row.source_id, String(row.id)]))
  for (const [n, match] of matches.entries()) {
    const matchId = ids.get(match.id) ?? ''
    schedule({ app, playing, players, match, matchId, kickOffMs: begin + n * betweenMs, chance })
  }
}

type OneMatch = Omit<Hunt, 'count'> & { match: HuntMatch; matchId: string; kickOffMs: number }

function schedule(options: OneMatch): void {
  const { app, players, match, matchId, kickOffMs, chance } = options
  const { waiter, leaver } = players
  const referred = waiter && openReferred(options)
  const playing = { ...options.playing, onReferred: referred?.onReferred }
  const { hunter, latePlayer, random, cashOutHunter, randomCashOut } = players
  let onOffer: readonly LinePrices[] = linesAt(match, 0)
  const at = (second: number, run: () => Promise<void>) => playing.schedule.at(kickOffMs + second * 1000, run)

  async function feed(second: number, incident?: Incident): Promise<void> {
    const messages = feedAt(match, second, incident)
    for (const message of messages) if (message.kind === 'price') onOffer = message.lines
    await app.catalog.ingest(about(match, app.clock.date(), messages))
  }
  const anyChoice = () => {
    const choices = choicesOf(onOffer)
    return choices[Math.floor(chance() * choices.length)]
  }
  const isQuiet = (second: number) =>
    match.incidents.every(({ atS }) => second < atS - quietS || second > atS + quietS) && second < matchS - quietS
  /** A random second in play that is far from every incident; undefined if none is found. */
  function quietSecond(): number | undefined {
    for (let attempts = 0; attempts < 20; attempts++) {
      const second = 60 + Math.floor(chance() * (matchS - 120))
      if (isQuiet(second)) return second
    }
    return undefined
  }
  /** Whether no incident before this second has stopped the bets still. */
  const isOpenAt = (second: number): boolean =>
    !match.incidents.some((other) => other.atS <= second && second < other.atS + reopensAfterS)
  const priceOf = (second: number) => momentAt(match, second).minute
  /** The second at which the feed sent the prices on offer at `second`. */
  const pricedAt = (second: number) =>
    Math.max(
      1,
      secondsUntil((from) => priceOf(from) === priceOf(second), second - 60),
    )

  at(0, () => feed(0))
  for (const incident of match.incidents) {
    const { atS } = incident
    const knownAt = atS - knowsAheadS
    if (isOpenAt(knownAt)) {
      at(pricedAt(knownAt), () => feed(pricedAt(knownAt)))
      at(knownAt, async () => {
        const choice = bestFor(match, { nowS: knownAt, seenS: atS }, onOffer)
        if (choice) await bet(playing, { by: hunter, matchId, choice })
      })
      scheduleRandom()
    }
    if (waiter && referred) {
      // Half a minute before the event the wait of the bet lasts until the bettor knows of it.
      const sentAt = atS - sentBeforeS
      if (sentAt > 60 && isOpenAt(sentAt)) {
        at(pricedAt(sentAt), () => feed(pricedAt(sentAt)))
        at(sentAt, async () => {
          const choice = anyChoice()
          if (!choice) return
          // A bettor may have few bets that wait: an event counts only if the one who takes nothing back had room too.
          const before = leaver && waitsOf(leaver)
          if (leaver) await bet(playing, { by: leaver, matchId, choice })
          if (!leaver || waitsOf(leaver) !== before) await bet(playing, { by: waiter, matchId, choice })
        })
      }
      at(knownAt, () => referred.onKnown(incident, [waiter, hunter]))
    }
    at(atS, () => feed(atS, incident))
    const isStillStopped = match.incidents.some((other) => other.atS > atS && other.atS <= atS + reopensAfterS)
    if (!isStillStopped) {
      at(atS + reopensAfterS, async () => {
        await feed(atS + reopensAfterS)
        await app.catalog.ingest(about(match, app.clock.date(), [{ kind: 'reopen' }]))
      })
    }
  }
  for (const minute of lateMinutes) scheduleLate(minute)
  schedulePosition(cashOutHunter, true)
  schedulePosition(randomCashOut, false)
  at(matchS, async () => {
    const { score } = momentAt(match, matchS)
    const result = {
      kind: 'result',
      certainty: 2,
      fullTime: score,
      halfTime: match.halfTime,
      goals: match.goals,
    } as const
    await app.catalog.ingest(about(match, app.clock.date(), [result]))
  })

  /** Schedules a bet on a random outcome at a time without incidents, one for each attempt of the hunter. */
  function scheduleRandom(): void {
    const second = quietSecond()
    if (second === undefined) return
    at(pricedAt(second), () => feed(pricedAt(second)))
    at(second, async () => {
      const choice = anyChoice()
      if (choice) await bet(playing, { by: random, matchId, choice })
    })
  }

  /** Schedules a bet on an old price, whose acceptance delay ends just before the next price. */
  function scheduleLate(minute: number): void {
    const begins = (minute + (minute >= 45 ? 15 : 0)) * 60
    const ends = secondsUntil((second) => priceOf(second) > priceOf(begins), begins)
    if (!isQuiet(begins) || !isQuiet(ends)) return
    // These prices are known in advance: no event is near.
    const choice = bestFor(match, { nowS: begins, seenS: ends - 1 }, linesAt(match, begins))
    if (!choice) return
    at(begins, () => feed(begins))
    at(ends - latestS, () => bet(playing, { by: latePlayer, matchId, choice }))
  }

  /** Schedules a bet before kick-off and its cash-out: before an incident that lowers its value if `isInformed`, else at a random time. */
  function schedulePosition(by: Account, isInformed: boolean): void {
    let position: Position | undefined
    const cashOutNow = async () => {
      const now = position
      if (!now?.isOpen) return
      await cashBetOut(playing, { by, betId: now.betId, onPaid: () => (now.isOpen = false) })
    }
    at(-120, async () => {
      const choices = choicesOf(onOffer).filter(({ market }) => market === '1' || market === '8')
      const choice = choices[Math.floor(chance() * choices.length)]
      if (!choice) return
      await bet(playing, { by, matchId, choice, onOpened: (betId) => (position = { betId, choice, isOpen: true }) })
    })
    if (isInformed) {
      for (const incident of match.incidents) {
        at(incident.atS - knowsAheadS, async () => {
          if (position?.isOpen && isHurtBy(match, position.choice, incident)) await cashOutNow()
        })
      }
      return
    }
    const second = quietSecond()
    if (second === undefined) return
    at(pricedAt(second), () => feed(pricedAt(second)))
    at(second, cashOutNow)
  }
}
