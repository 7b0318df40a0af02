import type { matchEvents as calls } from '@nare/contract/match-events'
import type { Answer, Received } from '@nare/contract/route'
import type { Country } from '#country/country'
import type { Db } from '#platform/db'
import { metaOf } from '#platform/paging'
import { endedFacts } from './ended.ts'
import { resultsOf } from './offers.ts'
import { listResults } from './store-past.ts'
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
