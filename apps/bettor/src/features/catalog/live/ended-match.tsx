import { Trans, useLingui } from '@lingui/react/macro'
import type { catalog } from '@nare/contract/catalog'
import type { Answer } from '@nare/contract/route'
import { Icon } from '@nare/ui/icon'
import { marketName, outcomeText } from '../../../i18n/market-texts.ts'
import { goalsOf } from '../goals.ts'
import { winnersOf } from '../markets.ts'
import { EndedEvents } from './match-live-part.ts'
import style from './ended-match.module.css'

type EndedView = Answer<typeof catalog.match>['data']

/** The result of an ended match: its goals in order, and the winning outcomes of each market. */
export function MatchResult({ match }: { match: EndedView }) {
  const { t } = useLingui()
  const halfTime = match.half_time?.replace(':', '–')
  return (
    <section className={style.result}>
      {halfTime !== undefined && (
        <p>
          <Trans>Half-time {halfTime}</Trans>
        </p>
      )}
      {match.goals && match.goals.length > 0 && (
        <ol aria-label={t`Goals`}>
          {goalsOf(match.goals).map(({ side, score }) => (
            <li key={score}>
              <b className="num">{score}</b> {side === 'home' ? match.home_team : match.away_team}
            </li>
          ))}
        </ol>
      )}
      <EndedEvents match={match} />
      <h2>{t`What won`}</h2>
      <dl>
        {winnersOf(match.odds).map(({ sub_type_id, name, outcomes }) => (
          <div key={name}>
            <dt>{marketName({ sub_type_id, name })}</dt>
            {outcomes.map((outcome) => (
              <dd key={outcome.odd_key}>
                <Icon name="check" size={16} />{' '}
                {outcomeText({ ...outcome, home_team: match.home_team, away_team: match.away_team })}
                {outcome.result === 'half_won' && <small>{t`Half won`}</small>}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
