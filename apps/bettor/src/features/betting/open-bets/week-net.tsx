import { Trans } from '@lingui/react/macro'
import { betting } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { thousands } from '@nare/ui/format'
import { Link } from 'wouter'
import { useFreshRead } from '../../../play/use-fresh-read.ts'
import type { Reading } from '../../../state/use-read.ts'
import { courseOf, lineOf, sumOf } from '../play-days.ts'
import style from './open-bets.module.css'

const days = 7
const freshMs = 60_000
const box = { width: 96, height: 28 }

/** What each of the last seven days has won or lost. */
export const useWeek = (): Reading<typeof betting.days> => useFreshRead(betting.days, { days }, freshMs)

/** What the last seven days have won or lost, with a line of it from day to day, and the way to the limits. Without play, nothing. */
export function WeekNet() {
  const { body } = useWeek()
  if (!body || body.data.length === 0) return null
  const { staked, returned, tax, net } = sumOf(body.data)
  const { points, zero } = lineOf(courseOf(body.data, { today: body.today, count: days }), box)
  return (
    <section className={style.week}>
      <svg {...box} viewBox={`-2 -2 ${box.width + 4} ${box.height + 4}`} aria-hidden="true">
        <path d={`M0 ${zero}H${box.width}`} />
        <polyline points={points} />
      </svg>
      <p>
        <span>
          <Trans>Last 7 days</Trans>{' '}
          <span className="num">
            {thousands(staked)} → {thousands(returned)}
          </span>
        </span>
        {tax && (
          <span>
            <Trans>
              Tax on winnings: <Amount value={tax} />
            </Trans>
          </span>
        )}
        <b>
          <Trans>
            net <Amount value={net} />
          </Trans>
        </b>
      </p>
      <Link href="/profile?tab=limits">
        <Trans>Limits</Trans>
      </Link>
    </section>
  )
}
