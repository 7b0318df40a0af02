import { callsOf, placeSlip, slipOf, type Dice, type Offered, type PlayedBet, type Slip } from './cup-bettors.ts'
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
  /** The number of matches of the files. */
  readonly matches: number
  /** Bets that are cashed out in each round of play. */
  readonly cashOutsPerStep: number
  readonly onProgress?: ((text: string) => void) | undefined
}

export type Played = { readonly bets: readonly PlayedBet[]; readonly answers: ReadonlyMap<string, number> }

const minuteMs = 60_000
const beforeKickOffMs = 5 * minuteMs
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
  const call = callsOf(app)
  const delayMs = app.country.liveDelayS * 1000
  const bets: PlayedBet[] = []
  const answers = new Map<string, number>()
  let stale: readonly Offered[] = []
  let placedFor = ''

  const count = (answer: string) => void answers.set(answer, (answers.get(answer) ?? 0) + 1)

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
    bets.push(placed)
    count('placed')
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
    const { done } = await startAll(slips.flatMap((slip) => (slip ? [() => place(slip)] : [])))
    await done
  }

  async function inPlay(live: readonly CupRow[], upcoming: readonly CupRow[]): Promise<void> {
    const offers = [...(await offersOf(live)), ...(roll(4) === 0 ? await offersOf(upcoming.slice(0, 3)) : [])]
    const slips = Array.from({ length: slipsPerStep }, () =>
      slipOf(roll(staleEvery) === 0 && stale.length > 0 ? stale : offers, roll),
    )
    const tasks = slips.flatMap((slip) => (slip ? [() => place(slip)] : []))
    const { done } = await startAll([...tasks, ...cashOuts(bets)])
    const at = world.nowMs()
    await world.to(at + delayMs)
    waits.release()
    await done
    stale = offers
    const until = at + Math.max(delayMs, stepS * 1000)
    const turns = live.flatMap((row) => world.turns(row, at + delayMs, until))
    for (const ms of [...turns.toSorted((a, b) => a - b), until]) await world.to(ms)
  }

  for (let reported = -1; ;) {
    const rows = await world.rows()
    const live = rows.filter(({ state, resulted }) => state === 'live' && !resulted)
    const upcoming = rows.filter(({ state }) => state === 'not_started')
    const over = rows.filter(({ resulted }) => resulted).length
    if (over === matches) break
    if (over % 10 === 0 && over !== reported) onProgress?.(`${over} of ${matches} matches, ${bets.length} bets`)
    reported = over
    const [next] = upcoming
    if (live.length > 0) await inPlay(live, upcoming)
    else if (!next) await world.to(world.nowMs() + 60 * minuteMs)
    else if (placedFor === next.name) await world.to(next.start.getTime() + 1000)
    else {
      await world.to(Math.max(world.nowMs(), next.start.getTime() - beforeKickOffMs))
      await beforeKickOff(upcoming)
      placedFor = next.name
    }
  }
  await app.betting.settled()
  return { bets, answers }
}
