import { Trans, useLingui } from '@lingui/react/macro'
import type { FantasyWeekDetails } from '@nare/contract/fantasy'
import style from './fantasy.module.css'

/** The rules: how points are counted, the prizes, and how anyone can check the draw of the scorers. */
export function Rules({ week }: { week: FantasyWeekDetails }) {
  const { t } = useLingui()
  const { budget, prizes, kind, commitment, seed, rounds } = week
  return (
    <section aria-label={t`Rules`} className={style.rules}>
      <h2>{t`Your team`}</h2>
      <p>
        <Trans>
          Free to enter. Choose 11 players and 4 for the bench within {budget}: 1 goalkeeper, 3 to 5 defenders, 2 to 5
          midfielders and 1 to 3 forwards in the eleven, at most 3 players from one club. Change it until the deadline.
        </Trans>
      </p>
      <h2>{t`Points`}</h2>
      <ul>
        <li>{t`Starting a match: 2`}</li>
        <li>{t`Goal: 6 for goalkeepers and defenders, 5 for midfielders, 4 for forwards`}</li>
        <li>{t`Clean sheet: 4 for goalkeepers and defenders who started`}</li>
        <li>{t`Your captain's points count twice`}</li>
        <li>
          <Trans>
            A player who neither starts nor scores all week is replaced from your bench, in its order, if the formation
            allows
          </Trans>
        </li>
      </ul>
      <h2>{t`Prizes`}</h2>
      <ul>
        {prizes.map(({ from, to, points }) => (
          <li key={from}>
            {from === to ? (
              <Trans>
                Rank {from}: {points} promo points
              </Trans>
            ) : (
              <Trans>
                Ranks {from} to {to}: {points} promo points each
              </Trans>
            )}
          </li>
        ))}
        <li>{t`Teams with the same points share the prizes of their ranks`}</li>
      </ul>
      <h2>{t`Who scores`}</h2>
      {kind === 'nare' ? (
        <p>
          <Trans>
            The players are made up. Who starts and who scores each goal is drawn from the published seed of the round,
            by weights that are published with the squads. Rounds {rounds?.from ?? 0} to {rounds?.to ?? 0} count.
          </Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>
              The goals are real. Where the feed names no players, the players are made up, and who starts and who
              scores each goal is drawn from a seed that is sealed before the week opens and published when it is over.
            </Trans>
          </p>
          <p className={style.hash}>
            {t`Seal (SHA-256)`} <code>{commitment}</code>
          </p>
          {seed !== undefined && (
            <p className={style.hash}>
              {t`Seed`} <code>{seed}</code>
            </p>
          )}
        </>
      )}
    </section>
  )
}
