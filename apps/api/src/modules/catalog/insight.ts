import { sportOf } from '@nare/bets/markets/sports'
import type { Score } from '@nare/bets/result'
import type { matchEvents as calls } from '@nare/contract/match-events'
import type { Answer } from '@nare/contract/route'
import { dayIn, type Country } from '#country/country'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { openKept } from '#platform/kept'
import { chancesOf } from './chances.ts'
import { scoreText } from './ended.ts'
import { formOf, isLeague, seasonAt, tableOf, withoutTwins, type PastResult } from './season.ts'
import { pastOfMatch, winnerPrices, type PastOfMatch } from './store-insight.ts'

type InsightDeps = {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  readonly country: Pick<Country, 'timeZone'>
}
type Insight = Answer<typeof calls.insight>['data']
type PastView = Insight['head_to_head'][number]

const keptMs = 10_000
const matchesKept = 300
const meetingsMax = 10

/** Form, meetings, table, chances and counts of matches. All who ask for a match within ten seconds share one reading. */
export function openInsight({ db, clock, country }: InsightDeps) {
  const kept = openKept<Insight>(matchesKept)

  async function read(matchId: number): Promise<Insight | undefined> {
    const past = await pastOfMatch(db, matchId)
    if (!past) return undefined
    const { prices, minutes, kickOffMs } = await winnerPrices(db, { matchId, sportId: past.sportId })
    const { sportId, competition, home, away, keys, startMs } = past
    const results = withoutTwins(past.results)
    const viewFrom = (key: string) => (one: PastResult) => viewOf(one, { key, timeZone: country.timeZone })
    const sides = [
      { name: home, key: keys.home },
      { name: away, key: keys.away },
    ]
    const hasTable = sportOf(sportId) === 'soccer' && isLeague(competition)
    return {
      form: {
        home: formOf(keys.home, results).map(viewFrom(keys.home)),
        away: formOf(keys.away, results).map(viewFrom(keys.away)),
      },
      head_to_head: withoutTwins(past.meetings).slice(0, meetingsMax).map(viewFrom(keys.home)),
      standing: hasTable ? tableOf(sides, seasonAt(results, startMs)) : [],
      chances: chancesOf(prices, { minutes, kickOffMs }),
      statistics: statisticsOf(past),
    }
  }

  return {
    /** What is known about a match besides its markets; undefined if it does not exist. */
    of: (matchId: number): Promise<Insight | undefined> =>
      kept.once(`${matchId} ${Math.floor(clock.now() / keptMs)}`, () => read(matchId)),
  }
}

/** An earlier match from the view of one of its teams. */
function viewOf(
  { matchId, atMs, home, away, homeKey, score }: PastResult,
  { key, timeZone }: { key: string; timeZone: string },
): PastView {
  const isHome = homeKey === key
  const [own, other] = isHome ? [score.home, score.away] : [score.away, score.home]
  return {
    match_id: matchId === null ? null : String(matchId),
    date: dayIn(timeZone, new Date(atMs)),
    opponent: isHome ? away : home,
    at_home: isHome,
    score: scoreText(score),
    outcome: own > other ? 'won' : own === other ? 'drawn' : 'lost',
  }
}

/** The counts that the feed has given. A feed that counts yellow cards counts the red ones too; another may have shown one. */
function statisticsOf({ corners, yellows, reds }: PastOfMatch): Insight['statistics'] {
  const hasReds = yellows !== undefined || hasAny(reds)
  return {
    ...(corners && { corners }),
    ...(yellows && { yellow_cards: yellows }),
    ...(hasReds && { red_cards: reds }),
  }
}

const hasAny = ({ home, away }: Score): boolean => home + away > 0
