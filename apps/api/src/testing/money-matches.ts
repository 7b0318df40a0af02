import type { CrashFaultPoint } from '#modules/payments/testing/payments-world'
import { applyVerdict, legState, scoreOf, type Books, type Game, type Slip } from './money-books.ts'
import { assertSame, type MoneyWorld } from './money-model.ts'
import { outcomes, type LegVerdict, type MultiStep, type Outcome, type Verdict } from './money-steps.ts'
import type { SeededBettor } from './seed.ts'

export type Result = { readonly match: number; readonly verdict: Verdict }

/** What a scenario needs to send results. */
export type Matches = Pick<Books, 'bettor' | 'games'> & {
  /** A result that may or may not have been stored before a crash. It is sent again after the restart. */
  unconfirmed: Result | undefined
}

/** Creates a match of tomorrow and returns its id; undefined if the server crashed meanwhile. */
export async function newMatch(
  world: MoneyWorld,
  bettor: SeededBettor,
  { home, away }: { home: string; away: string },
): Promise<string | undefined> {
  const created = await world.post(
    '/sandbox/feed/matches',
    {
      sport_id: '79',
      competition_name: 'Model League',
      home_team: home,
      away_team: away,
      start_time: new Date(world.clock.now() + 86_400_000).toISOString(),
      home_odd: '2.10',
      neutral_odd: '3.40',
      away_odd: '3.60',
    },
    bettor,
  )
  if (world.crashed()) return undefined
  if (created.status !== 201) throw new Error(`the match was not created: ${JSON.stringify(created.body)}`)
  return String(created.body.match_id)
}

/** A match of a scenario, which is created when it is first needed; undefined if the server crashed meanwhile. */
export async function gameOf(
  world: MoneyWorld,
  { bettor, games }: Pick<Books, 'bettor' | 'games'>,
  match: number,
): Promise<Game | undefined> {
  const known = games.get(match)
  if (known) return known
  const id = await newMatch(world, bettor, { home: `Simba ${match}`, away: 'Chui' })
  if (id === undefined) return undefined
  const game: Game = { id, result: undefined, open: true }
  games.set(match, game)
  return game
}

/** The number of the first match that only multis use. */
const multisFrom = 100

/** Picks on new matches; undefined if the server crashed meanwhile. */
export async function newLegs(
  world: MoneyWorld,
  matches: Matches,
  picks: readonly Outcome[],
): Promise<Slip['legs'] | undefined> {
  const first = multisFrom + matches.games.size
  const legs = picks.map((pick, n) => ({ match: first + n, pick }))
  for (const { match } of legs) if (!(await gameOf(world, matches, match))) return undefined
  return legs
}

/** Sends a result of a match: the first one, a correction, a cancellation or a rollback. */
export async function sendResult(world: MoneyWorld, matches: Matches, result: Result): Promise<void> {
  const { bettor, games } = matches
  const game = games.get(result.match)
  if (!game || world.crashed()) return
  const { verdict } = result
  const body =
    verdict === 'cancelled'
      ? { cancelled: true }
      : verdict === 'rolled_back'
        ? { rollback: true }
        : { full_time: scoreOf(verdict) }
  const { status } = await world.post(`/sandbox/feed/matches/${game.id}/result`, body, bettor)
  if (!world.crashed()) assertSame('a result was accepted', status, 200)
  const crashedAt = (points: readonly CrashFaultPoint[]) => points.some((point) => world.stoppedAt(point))
  if (!world.crashed() || crashedAt(resultStored)) applyVerdict(game, verdict)
  else if (!crashedAt(['result not stored'])) matches.unconfirmed = result
}

/** Crash points after which a result is stored and not settled. */
export const unsettled: readonly CrashFaultPoint[] = ['result stored', 'bets not settled']
const resultStored: readonly CrashFaultPoint[] = [...unsettled, 'bets settled']

type ResultsStep = Extract<MultiStep, { do: 'multi_results' | 'multi_correction' }>

/** Sends results of a multi: of legs that have none, or one for a leg that has one already. */
export async function sendMultiResults(world: MoneyWorld, scenario: Matches & Books, step: ResultsStep): Promise<void> {
  const multi = [...scenario.bets.values()].filter(({ legs }) => legs.length > 1).at(-1 - step.back)
  if (!multi) return
  const legs = multi.legs.filter((leg) => (legState(leg, scenario.games) === 'open') === (step.do === 'multi_results'))
  if (step.do === 'multi_results')
    for (const [n, { match, pick }] of legs.slice(0, step.verdicts.length).entries())
      await sendResult(world, scenario, { match, verdict: verdictFor(pick, step.verdicts[n] ?? 'won') })
  else {
    const leg = legs[step.leg % legs.length]
    if (leg) await sendResult(world, scenario, { match: leg.match, verdict: verdictFor(leg.pick, step.verdict) })
  }
}

/** The verdict on a match that makes this of a pick. */
function verdictFor(pick: Outcome, verdict: LegVerdict | 'rolled_back'): Verdict {
  if (verdict === 'cancelled' || verdict === 'rolled_back') return verdict
  return verdict === 'won' ? pick : (outcomes.find((other) => other !== pick) ?? pick)
}
