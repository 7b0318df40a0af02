import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from 'wouter'
import { LeagueFailed } from './league-failed.tsx'
import { useCompetition, useCompetitions, usePeriods, type Competition } from './use-league.ts'
import style from './league.module.css'

type Page = 'nare-league' | 'playouts' | 'standing' | 'results' | 'bethistory'

/** The header of each league screen: its title, the links between the screens, and the competitions as tabs. */
export function LeagueHead({ page, title, tabs = true }: { page: Page; title: string; tabs?: boolean }) {
  const { t } = useLingui()
  const { id, competition, all } = useCompetition()
  const { error, retry } = useCompetitions()
  // Without rounds, the page itself offers to load them and the competitions.
  const hasRounds = usePeriods(id).length > 0
  const places: { page: Page; text: string }[] = [
    { page: 'nare-league', text: t`Matches` },
    { page: 'playouts', text: t`Play-outs` },
    { page: 'standing', text: t`Table` },
    { page: 'results', text: t`Results` },
    { page: 'bethistory', text: t`My bets` },
  ]
  return (
    <header className={style.top}>
      <h1 className="unseen">{title}</h1>
      <nav className={style.places} aria-label={t`Nare league`}>
        {places.map((place) => (
          <Link
            key={place.page}
            href={`/${place.page}?competition=${id}`}
            aria-current={place.page === page ? 'page' : undefined}
          >
            {place.text}
          </Link>
        ))}
      </nav>
      {tabs && all.length === 0 && hasRounds && (
        <LeagueFailed error={error} onRetry={retry}>
          {null}
        </LeagueFailed>
      )}
      {tabs && all.length === 0 && !(error !== undefined && hasRounds) && <div className={style.tabs} />}
      {tabs && all.length > 0 && (
        <nav className={style.tabs} aria-label={t`Competitions`}>
          {all.map((each) => (
            <Tab key={each.competition_id} competition={each} page={page} current={each.competition_id === id} />
          ))}
          {competition && (
            <span className={style.season} title={t`Season ${competition.season}`}>
              <Trans>S {competition.season}</Trans>
            </span>
          )}
        </nav>
      )}
    </header>
  )
}

function Tab({ competition, page, current }: { competition: Competition; page: Page; current: boolean }) {
  const market = new URLSearchParams(useSearch()).get('market')
  const kept = page === 'nare-league' && market ? `&market=${encodeURIComponent(market)}` : ''
  return (
    <Link
      href={`/${page}?competition=${competition.competition_id}${kept}`}
      className={style.tab}
      aria-label={competition.name}
      aria-current={current ? 'true' : undefined}
      replace
    >
      {shortName(competition.name)}
    </Link>
  )
}

/** The name of a competition without its last word "League", for narrow tabs. */
const shortName = (name: string): string => name.replace(/ League$/i, '')
