import { Trans, useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { Link } from 'wouter'
import { FormMarks } from '../live/form-marks.tsx'
import { shortDate } from './short-date.ts'
import type { InsightData, PastMatch } from './insight-data.ts'
import style from './form.module.css'

type FormProps = { match: MatchView; form: InsightData['form']; meetings: readonly PastMatch[] }

const recentMax = 5

/** The last results of both sides, the newest in the middle of neither: letters first, then each match; below them the meetings of both. */
export function Form({ match: { home_team, away_team }, form, meetings }: FormProps) {
  const { t } = useLingui()
  const recent = meetings.slice(0, recentMax)
  const won = recent.filter(({ outcome }) => outcome === 'won').length
  const count = recent.length
  return (
    <section className={style.form}>
      <h2>{t`Form`}</h2>
      <div className={style.sides}>
        <Side team={home_team} matches={form.home} />
        <Side team={away_team} matches={form.away} />
      </div>
      {meetings.length > 0 && (
        <>
          <h2>
            {t`Meetings`}
            <small>
              <Trans>
                {home_team} won {won} of the last {count}
              </Trans>
            </small>
          </h2>
          <ul>
            {meetings.map((one) => (
              <li key={one.date + one.score}>
                <PastRow past={one}>
                  <span data-own={one.at_home || undefined}>{one.at_home ? home_team : one.opponent}</span>
                  <b className="num">{one.score.replace(':', '–')}</b>
                  <span data-own={!one.at_home || undefined}>{one.at_home ? one.opponent : home_team}</span>
                </PastRow>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Side({ team, matches }: { team: string; matches: readonly PastMatch[] }) {
  if (matches.length === 0) return null
  return (
    <div>
      <h3>
        {team} <FormMarks matches={matches} />
      </h3>
      <ul>
        {matches.map((one) => (
          <li key={one.date + one.opponent}>
            <PastRow past={one}>
              <span data-own={one.at_home || undefined}>{one.at_home ? team : one.opponent}</span>
              <b className="num" data-outcome={one.outcome}>
                {one.score.replace(':', '–')}
              </b>
              <span data-own={!one.at_home || undefined}>{one.at_home ? one.opponent : team}</span>
            </PastRow>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A match of the past with its date; a link to its page if it has one. */
function PastRow({ past: { match_id, date }, children }: { past: PastMatch; children: React.ReactNode }) {
  const { i18n } = useLingui()
  const content = (
    <>
      <small>{shortDate(date, i18n.locale)}</small>
      <span className={style.score}>{children}</span>
    </>
  )
  return match_id === null ? (
    <div className={style.row}>{content}</div>
  ) : (
    <Link href={`/match/${match_id}`} className={style.row}>
      {content}
    </Link>
  )
}
