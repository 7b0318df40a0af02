import { sportOf } from '@nare/bets/sports'
import { standingsOf } from '@nare/league/standings'
import type { matchEvents as calls } from '@nare/contract/match-events'
import type { Answer, Received } from '@nare/contract/route'
import type { Country } from '#country/country'
import type { Db } from '#platform/db'
import { metaOf } from '#platform/paging'
import { endedFacts } from './ended.ts'
import { resultsOf } from './offers.ts'
import { listResults, settingOf, type PastMatch } from './store-past.ts'
import { matchViews } from './views.ts'

type PastDeps = { readonly db: Db; readonly country: Pick<Country, 'timeZone'> }

/** The results of a day, as the API returns them. */
export async function resultsOfDay(
  { db, country }: PastDeps,
  { sport_id, date, ...page }: Received<typeof calls.results>,
): Promise<Answer<typeof calls.results>> {
  const { timeZone } = country
  const { rows: ids, ...paged } = await listResults(db, { sportId: sport_id, date, timeZone, page })
  const [views, results] = await Promise.all([matchViews(db, ids), resultsOf(db, ids)])
  const data = ids.flatMap((id) => {
    const [view, result] = [views.get(id), results.get(id)]
    return view ? [{ ...view, ...(result && endedFacts(result)) }] : []
  })
  return { data, meta: metaOf(page, paged) }
}

const formMax = 5
/** Categories without a table: tournaments of national teams are played in groups and rounds, so one table would be meaningless. */
const withoutTable: ReadonlySet<string> = new Set(['International', 'World'])

/** The table and the last matches of both sides, from our own results; undefined if the match does not exist. */
export async function backgroundOf(
  { db }: PastDeps,
  matchId: number,
): Promise<Answer<typeof calls.background>['data'] | undefined> {
  const setting = await settingOf(db, matchId)
  if (!setting) return undefined
  const { sportId, category, home, away, past } = setting
  const last = (team: string) =>
    past
      .filter((one) => one.home === team || one.away === team)
      .slice(0, formMax)
      .map(viewOf)
  const hasTable = sportOf(sportId) === 'soccer' && past.length > 0 && !withoutTable.has(category)
  return { ...(hasTable && { table: tableOf([home, away], past) }), home: last(home), away: last(away) }
}

function tableOf(sides: readonly string[], past: readonly PastMatch[]) {
  const teams = new Set([...sides, ...past.flatMap(({ home, away }) => [home, away])])
  return standingsOf([...teams], past.toReversed()).map((row) => ({ ...row, form: row.form.join('') }))
}

const viewOf = ({ matchId, startTime, home, away, score }: PastMatch) => ({
  match_id: String(matchId),
  start_time: startTime.toISOString(),
  home_team: home,
  away_team: away,
  home_score: score.home,
  away_score: score.away,
})
