import { useSearchParams } from 'wouter'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { Skeleton } from '../loading/skeleton.tsx'

const LeagueResults = lazyPart(
  () =>
    loadWithMessages(() => import('../features/league/league-part.ts'), ['league', 'forms']).then(
      (league) => league.Results,
    ),
  { loading: <Skeleton rows={12} /> },
)
const SportResults = lazyPart(
  () =>
    loadWithMessages(() => import('../features/catalog/live/sport-results.tsx'), ['live']).then(
      (part) => part.SportResults,
    ),
  { loading: <Skeleton rows={12} /> },
)

/** The results of a sport if the URL has ?sport, else of the virtual league. */
export function Results() {
  const [query] = useSearchParams()
  return query.has('sport') ? <SportResults /> : <LeagueResults />
}
