import { randomUUID } from 'node:crypto'
import { betting } from '@nare/contract/betting'
import { referrals } from '@nare/contract/referrals'
import {
  callsOf,
  placeSlip,
  slipOf,
  type Dice,
  type Offered,
  type PlayedBet,
  type ReferredSlip,
  type Slip,
} from './cup-bettors.ts'
import { combinationSlip } from './cup-combinations.ts'
import type { CupTrader } from './cup-trader.ts'
import { openCashOuts } from './cup-cash-outs.ts'
import type { CupRow, CupWorld, Waits } from './cup-world.ts'
import type { App } from '../app.ts'
import type { SeededBettor } from './seed.ts'

export type CupPlay = {
  readonly app: App
  readonly world: CupWorld
  readonly waits: Waits
  readonly bettors: readonly SeededBettor[]
  readonly roll: Dice
  /** Seconds of play between two rounds of bets. */
  readonly stepS: number
  /** The number of slips of a round. */
  readonly slipsPerStep: number
  /** How many combinations are asked for in each round, of which those with a price are placed. */
  readonly combinationsPerStep?: number
  /** The number of matches of the files. */
  readonly matches: number
  /** Bets that are cashed out in each round of play. */
  readonly cashOutsPerStep: number
  /** Trades at random while the matches are played. */
  readonly trader?: ((count: (answer: string) => void) => CupTrader) | undefined
  readonly onProgress?: ((text: string) => void) | undefined
}

export type Played = { readonly bets: readonly PlayedBet[]; readonly answers: ReadonlyMap<string, number> }

const minuteMs = 60_000
const beforeKickOffMs = 5 * minuteMs
const afterDelayMs = 2_000
/** Nothing waits for a trader for so long. */
const waitEndsMs = 2 * minuteMs
const waitEndsTries = 5
const slipsBeforeKickOff = 12
const offersBefore = 8
/** One slip in this many has outdated prices: those of the previous round of play. */
const staleEvery = 12

/**
 * Plays the files to their end with bettors who bet before kick-off and in every round of play. A live bet waits for its delay while
 * the feed continues. No time passes in the feed while bets are decided.
 */
export async function playCups(play: CupPlay): Promise<Played> {
  const { app, world, waits, bettors, roll, stepS, slipsPerStep, cashOutsPerStep, matches, onProgress } = play
  const { combinationsPerStep = 0 } = play
  const call = callsOf(app)
  const delayMs = app.country.liveDelayS * 1000
  const bets: PlayedBet[] = []
  const answers = new Map<string, number>()
  let stale: readonly Offered[] = []
  let placedFor = ''

  const count = (answer: string) => void answers.set(answer, (answers.get(answer) ?? 0) + 1)

  const trader = play.trader?.(count)
  let referred: ReferredSlip[] = []
  await trader?.begin()

  const cashOuts = openCashOuts({ call, roll, cashOutsMax: cashOutsPerStep, count })

  async function offersOf(rows: readonly CupRow[]): Promise<Offered[]> {
    const names = new Map(rows.map(({ id, name }) => [String(id), name]))
    const views = await world.views(rows.map(({ id }) => id))
    return views.map((view) => {
      const name = names.get(view.match_id) ?? ''
      const score = view.state === 'live' ? world.score(name) : undefined
      return { name, view, score: score && ([score.home, score.away] as const) }
    })
  }

  async function place(slip: Slip): Promise<void> {
    const bettor = bettors[roll(bettors.length)]
    if (!bettor) return
    const placed = await placeSlip(call, slip, {
      bettor,
      roll,
      scoreNow: ({ name }) => {
        const score = world.score(name)
        return score && [score.home, score.away]
      },
    })
    if (typeof placed === 'string') return count(placed)
    if ('placedAs' in placed) {
      referred.push(placed)
      return count('referred')
    }
    bets.push(placed)
    count('placed')
  }

  /** The priced ones of some combinations, as tasks that place them. */
  async function combined(offers: readonly Offered[]): Promise<(() => Promise<void>)[]> {
    const tasks: (() => Promise<void>)[] = []
    for (let n = 0; n < combinationsPerStep; n++) {
      const bettor = bettors[roll(bettors.length)]
      const slip = bettor && (await combinationSlip(offers, { call, bettor, roll, count }))
      if (slip) tasks.push(() => place(slip))
    }
    return tasks
  }

  /** The trader answers the bets that wait, and bettors take what is offered; after the delay they are placed or refused. */
  async function answerReferred(): Promise<readonly ReferredSlip[]> {
    const waiting = referred
    referred = []
    for (const { betId, bettor } of waiting)
      if (await trader?.answer(betId))
        await call(referrals.answerOffer, { bet_id: betId, id: randomUUID(), take: true }, bettor.token)
    return waiting
  }

  async function endReferred(waiting: readonly ReferredSlip[]): Promise<void> {
    if (waiting.length === 0) return
    // The delay began with the acceptance, a moment after the round.
    await world.to(world.nowMs() + afterDelayMs)
    await app.betting.referrals.workThroughDue()
    for (const { betId, bettor, placedAs } of waiting) {
      const { data } = (await call(betting.bet, { id: betId }, bettor.token)).body
      if (data.state === 'referred') {
        referred.push({ betId, bettor, placedAs })
        continue
      }
      if (data.state !== 'refused') bets.push(placedAs(data))
      count(data.state === 'refused' ? 'referred, then refused' : 'referred, then placed')
    }
  }

  /** Starts tasks and returns once each of them has ended or waits for the live delay. */
  async function startAll(tasks: readonly (() => Promise<void>)[]): Promise<{ done: Promise<unknown> }> {
    let ended = 0
    const runs = tasks.map(async (task) => {
      try {
        await task()
      } finally {
        ended++
      }
    })
    const done = Promise.all(runs)
    void done.catch(() => undefined)
    while (ended + waits.count() < tasks.length) await new Promise((resolve) => setImmediate(resolve))
    return { done }
  }

  async function beforeKickOff(upcoming: readonly CupRow[]): Promise<void> {
    const offers = await offersOf(upcoming.slice(0, offersBefore))
    const slips = Array.from({ length: slipsBeforeKickOff }, () => slipOf(offers, roll))
    const single = slips.flatMap((slip) => (slip ? [() => place(slip)] : []))
    const { done } = await startAll([...single, ...(await combined(offers))])
    await done
    await endReferred(await answerReferred())
  }

  async function inPlay({
    live,
    upcoming,
    over,
  }: Readonly<Record<'live' | 'upcoming' | 'over', CupRow[]>>): Promise<void> {
    await trader?.round(live, over)
    const offers = [...(await offersOf(live)), ...(roll(4) === 0 ? await offersOf(upcoming.slice(0, 3)) : [])]
    const slips = Array.from({ length: slipsPerStep }, () =>
      slipOf(roll(staleEvery) === 0 && stale.length > 0 ? stale : offers, roll),
    )
    const tasks = slips.flatMap((slip) => (slip ? [() => place(slip)] : []))
    const { done } = await startAll([...tasks, ...(await combined(offers)), ...cashOuts(bets)])
    const at = world.nowMs()
    const waiting = await answerReferred()
    await world.to(at + delayMs)
    waits.release()
    await done
    await endReferred(waiting)
    stale = offers
    const until = at + Math.max(delayMs, stepS * 1000)
    const turns = live.flatMap((row) => world.turns(row, at + delayMs, until))
    for (const ms of [...turns.toSorted((a, b) => a - b), until]) await world.to(ms)
  }

  for (let reported = -1; ;) {
    const rows = await world.rows()
    const live = rows.filter(({ state, resulted }) => state === 'live' && !resulted)
    const upcoming = rows.filter(({ state }) => state === 'not_started')
    const over = rows.filter(({ resulted }) => resulted)
    if (over.length === matches) break
    if (over.length % 10 === 0 && over.length !== reported)
      onProgress?.(`${over.length} of ${matches} matches, ${bets.length} bets`)
    reported = over.length
    const [next] = upcoming
    if (live.length > 0) await inPlay({ live, upcoming, over })
    else if (!next) await world.to(world.nowMs() + 60 * minuteMs)
    else if (placedFor === next.name) await world.to(next.start.getTime() + 1000)
    else {
      await world.to(Math.max(world.nowMs(), next.start.getTime() - beforeKickOffMs))
      await beforeKickOff(upcoming)
      placedFor = next.name
    }
  }
  // First the wait of the last ones ends, then the delay of those that were accepted by default.
  for (let tries = 0; referred.length > 0; tries++) {
    if (tries === waitEndsTries) throw new Error(`${referred.length} bets still wait for a trader`)
    const left = referred
    referred = []
    await world.to(world.nowMs() + waitEndsMs)
    await endReferred(left)
  }
  await app.betting.settled()
  return { bets, answers }
}
