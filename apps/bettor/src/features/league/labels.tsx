import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import { useMarkets } from './use-league.ts'
import style from './league.module.css'

/** The footer of each league screen: what this game is, its return, and links to its rules and checks. */
export function LeagueLabels({ id, market }: { id: string; market?: string }) {
  const { t } = useLingui()
  const { rows: markets } = useMarkets(id)
  const shown = markets.find(({ market_id }) => market_id === market)
  const returns = markets.map(({ return_percent }) => Number(return_percent)).filter((each) => each > 0)
  const [least, most] = [Math.min(...returns), Math.max(...returns)]
  return (
    <footer className={style.labels}>
      <p>
        <b>{t`Virtual football: results are drawn at random`}</b>
        {'. '}
        {shown ? (
          <Trans>
            On average, {shown.description} pays back {shown.return_percent}% of stakes.
          </Trans>
        ) : (
          returns.length > 0 && (
            <Trans>
              On average, markets pay back {least}% to {most}% of stakes.
            </Trans>
          )
        )}{' '}
        {t`No club here is real, and form doesn't change what comes next.`}
      </p>
      <p className={style.links}>
        <Link href="/terms-and-conditions">{t`Rules`}</Link>
        <Link href={`/results?competition=${id}`}>{t`Check a round`}</Link>
        <Link href="/responsible-gambling">{t`Limits and breaks`}</Link>
      </p>
    </footer>
  )
}
