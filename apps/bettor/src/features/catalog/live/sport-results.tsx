import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { matchEvents } from '@nare/contract/match-events'
import type { Answer } from '@nare/contract/route'
import { ChipRow } from '@nare/ui/chip-row'
import { isoDay } from '@nare/ui/format'
import { Link, useSearchParams } from 'wouter'
import { Skeleton } from '../../../loading/skeleton.tsx'
import { PagedList } from '../../../paging/paged-list.tsx'
import { useFeature } from '../../../state/use-feature.ts'
import { useNow } from '../../../state/use-now.ts'
import { dateOf, minuteMs, weekdayOf } from '../days.ts'
import { FailedText } from '../failed-text.tsx'
import { SportChips } from '../sport-chips.tsx'
import { soccer } from '../soccer.ts'
import { byCompetition, pastDays, progressOf } from './past.ts'
import style from './results.module.css'

type Result = Answer<typeof matchEvents.results>['data'][number]

const isDay = /^\d{4}-\d\d-\d\d$/
const daysBack = 7
const perPage = 50

/** The results of a sport on one day, by competition, with half-time scores and goals. Sport and day are in the URL. */
export function SportResults() {
  const { t } = useLingui()
  const [query, setQuery] = useSearchParams()
  const today = isoDay(useNow(minuteMs))
  const sport = query.get('sport') || soccer
  const requested = query.get('date') ?? ''
  const date = isDay.test(requested) ? requested : today
  const change = (field: 'sport' | 'date', value: string): void =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      after.set(field, value)
      return after
    })
  const filter = { sport_id: sport, date }
  return (
    <>
      <h1 className="unseen">{t`Results`}</h1>
      <div className={style.sports}>
        <SportChips value={sport} onPick={(id) => change('sport', id)} />
        <LeagueLink />
      </div>
      <Days value={date} onPick={(day) => change('date', day)} />
      <PagedList
        key={JSON.stringify(filter)}
        route={matchEvents.results}
        filter={filter}
        perPage={perPage}
        idOf={({ match_id }) => match_id}
        loading={<Skeleton />}
        className={style.note}
        failed={(failed) => <FailedText failed={failed} />}
        more={(left) => (
          <>
            (<Plural value={left} one="# match" other="# matches" />)
          </>
        )}
      >
        {({ rows, page }) => <ResultPage results={rows} first={page === 1} />}
      </PagedList>
    </>
  )
}

function LeagueLink() {
  return useFeature('league') ? (
    <Link href="/results">
      <Trans>Nare league</Trans>
    </Link>
  ) : null
}

/** Chips for today and the days before it, each by its weekday; another day of the URL is the last chip. */
function Days({ value, onPick }: { value: string; onPick: (day: string) => void }) {
  const { t, i18n } = useLingui()
  const days = pastDays(useNow(minuteMs), daysBack)
  const shownDays = days.some(({ day }) => day === value) ? days : [...days, { day: value, iso: `${value}T12:00:00Z` }]
  const names = [t`Today`, t`Yesterday`]
  return (
    <ChipRow
      label={t`Day`}
      value={value}
      onPick={onPick}
      items={shownDays.map(({ day, iso }, index) => ({
        key: day,
        text: names[index] ?? (index < daysBack ? weekdayOf : dateOf)(iso, i18n.locale),
      }))}
    />
  )
}

function ResultPage({ results, first }: { results: readonly Result[]; first: boolean }) {
  if (results.length === 0 && first) {
    return (
      <p className={style.note}>
        <Trans>No match has ended on this day</Trans>
      </p>
    )
  }
  return byCompetition(results).map(({ key, name, category, matches }) => (
    <section key={key} className={style.section}>
      <h2>
        <Link href={`/competition/${key}`}>
          {name} <small>{category}</small>
        </Link>
      </h2>
      <ul>
        {matches.map((result) => (
          <ResultRow key={result.match_id} result={result} />
        ))}
      </ul>
    </section>
  ))
}

/** One match with its score; below it the half-time score and the score after each goal. */
function ResultRow({ result }: { result: Result }) {
  const { match_id, home_team, away_team, home_score, away_score, half_time, goals, corners } = result
  const halfTime = half_time?.replace(':', '–')
  const cornerText = corners?.replace(':', '–')
  return (
    <li>
      <Link href={`/match/${match_id}`} className={style.row}>
        <span data-won={(home_score ?? 0) > (away_score ?? 0) || undefined}>{home_team}</span>
        <b className="num">
          {home_score ?? '–'}–{away_score ?? '–'}
        </b>
        <span data-won={(away_score ?? 0) > (home_score ?? 0) || undefined}>{away_team}</span>
        <small>
          {halfTime !== undefined && <Trans>Half-time {halfTime}</Trans>}
          {goals && goals.length > 0 && (
            <>
              {' · '}
              <span className="num">{progressOf(goals).join(', ')}</span>
            </>
          )}
          {cornerText !== undefined && (
            <>
              {' · '}
              <Trans>Corners {cornerText}</Trans>
            </>
          )}
        </small>
      </Link>
    </li>
  )
}
