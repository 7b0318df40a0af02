import { partWins, type Halves } from '../markets/combination.ts'
import { needsHalf, type Counted, type Market, type Outcome, type Part, type PeriodScores } from '../markets/market.ts'
import { isCounted, market } from '../markets/markets.ts'
import { setsToWin, tennisMarkets } from '../markets/other-markets.ts'
import { minus, plus, type Result, type Score } from '../result.ts'

/**
 * The facts of a match in progress that decide outcomes. `firstHalfOver` matters for soccer only; `halfTime` is absent while it is unknown.
 * `corners` and `cards` are absent if the feed does not count them.
 */
export type Progress = Pick<Result, 'halfTime' | 'periods' | Counted> & {
  readonly score: Score
  readonly firstHalfOver: boolean
}

/**
 * Whether each outcome of a line may still be bet on, in the order of the market's keys: it may if some course of the match makes it win, at
 * least in part, and some other makes it lose, at least in part. Judges by the rules that settle the market. Handicaps and the rest of the
 * match count from now. Empty for an unknown market or line.
 */
export function stillOpen(marketId: string, line: string, progress: Progress): boolean[] {
  const of = market(marketId)
  const outcomes = of?.outcomes(line) ?? []
  if (!of || outcomes.length === 0) return []
  const parts = outcomes[0]?.parts
  if (parts) return [isCombinationOpen(parts, progress)]
  const all = (isOpen: boolean): boolean[] => outcomes.map(() => isOpen)
  if (isOver(of, progress)) return all(false)
  if (of.needs === 'goals') return all(Number(line) > progress.score.home + progress.score.away)
  if (needsHalf(of) && !progress.firstHalfOver) return all(true)
  const count = isCounted(of) ? progress[of.needs] : progress.score
  if (!count) return all(true)
  const ends = endsOf(of, progress, count)
  return outcomes.map((one) => isOpen(one, ends))
}

/** In play a handicap counts from the bet, so it does not combine. */
function isCombinationOpen(parts: readonly Part[], progress: Progress): boolean {
  const areOpen = parts.every(({ market: of, line, outcome }) => {
    return of.since === 'start' && stillOpen(of.id, line, progress)[of.keys(line).indexOf(outcome.key)]
  })
  return areOpen && coursesOf(progress).some((scores) => parts.every((part) => partWins(part, scores)))
}

/** Half-time and final scores that are possible from here, with a few goals before half-time and up to ten afterwards. */
function coursesOf({ score, halfTime, firstHalfOver }: Progress): Halves[] {
  const more = (last: number): Score[] => numbers(last).flatMap((home) => numbers(last).map((away) => ({ home, away })))
  const known = halfTime ? [halfTime] : firstHalfOver ? scoresUpTo(score) : undefined
  const halves = known ?? more(4).map((step) => plus(score, step))
  return halves.flatMap((half) => more(10).map((step) => ({ half, full: plus(known ? score : half, step) })))
}

/** Whether nothing that comes can decide a bet that is placed now: the market's period is over, or the match is. */
function isOver(of: Market, { score, halfTime, firstHalfOver }: Progress): boolean {
  if (of.period === 'first_half') return firstHalfOver || halfTime !== undefined
  return tennisMarkets.includes(of) && Math.max(score.home, score.away) >= setsToWin
}

function isOpen(one: Outcome, ends: Iterable<PeriodScores>): boolean {
  let [canWin, canLose] = [false, false]
  for (const end of ends) {
    const state = one.judge(end)
    canWin ||= state === 'won' || state === 'half_won'
    canLose ||= state === 'lost' || state === 'half_lost'
    if (canWin && canLose) return true
  }
  return false
}

/** The ends of the market's period that are possible from here, at least one for each way in which its outcomes can be decided. */
function endsOf(of: Market, { halfTime, periods }: Progress, count: Score): PeriodScores[] {
  if (needsHalf(of)) {
    const halves = halfTime ? [halfTime] : scoresUpTo(count)
    return halves.flatMap((half) =>
      further(count).map((full) => ({ period: of.period === 'second_half' ? minus(full, half) : full, half, full })),
    )
  }
  const from = of.since === 'bet' ? nil : of.needs === 'games' ? (periods ?? []).reduce(plus, nil) : count
  return further(from).map((full) => ({ period: full, half: full, full }))
}

const nil: Score = { home: 0, away: 0 }
/** More than any line. */
const many = 100_000
/** The largest lead that one side can still make up. */
const oneSideMax = 150
const numbers = (last: number): number[] => Array.from({ length: last + 1 }, (_, n) => n)

/** Every pair of a few further goals, any number by one side alone, and very many by either or both. */
const steps: readonly Score[] = [
  ...numbers(6).flatMap((home) => numbers(6).map((away) => ({ home, away }))),
  ...[...numbers(oneSideMax), many].flatMap((n) => [
    { home: n, away: 0 },
    { home: 0, away: n },
  ]),
  { home: many, away: many },
]

const further = (from: Score): Score[] => steps.map((step) => plus(from, step))

function scoresUpTo({ home, away }: Score): Score[] {
  return numbers(home).flatMap((h) => numbers(away).map((a) => ({ home: h, away: a })))
}
