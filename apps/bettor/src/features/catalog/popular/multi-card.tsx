import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { popular } from '@nare/contract/popular'
import type { Answer } from '@nare/contract/route'
import { slipCodes } from '@nare/contract/slip-codes'
import { Button } from '@nare/ui/button'
import type { ReactNode } from 'react'
import { pickText } from '../../../i18n/pick-text.ts'
import type { Shared } from '../../../slip/open-pick.ts'
import { useRead } from '../../../state/use-read.ts'
import { timeOf } from '../days.ts'
import { soccer } from '../soccer.ts'
import { useAddMulti } from './use-add-multi.ts'
import { usePopular } from './use-popular.ts'
import style from './popular.module.css'

type Multi = Answer<typeof popular.popular>['data']['multis'][number]

const shownMax = 3
const freshMs = 15_000

/** The multi of the day beside the big match: the picks that most bettors have together on a slip. `none` stands in its place if there is none. */
export function MultiCard({ none }: { none: ReactNode }) {
  const { data } = usePopular(soccer)
  const multi = data?.multis[0]
  const { body, failed } = useRead(slipCodes.shared, multi && { code: multi.code }, freshMs)
  if (multi && body) return <Card multi={multi} picks={body.data} />
  return data && (!multi || failed) ? none : <div className={style.multi} aria-busy="true" />
}

function Card({ multi, picks }: { multi: Multi; picks: readonly Shared[] }) {
  const { t, i18n } = useLingui()
  const { busy, add } = useAddMulti(multi.code)
  const times = picks.map(({ match }) => match.start_time).toSorted()
  const [first, last] = [times[0], times.at(-1)].map((at) => (at === undefined ? '' : timeOf(at, i18n.locale)))
  const shown = picks.slice(0, picks.length > shownMax ? shownMax - 1 : shownMax)
  return (
    <section className={style.multi} aria-label={t`Multi of the day`}>
      <p>
        <b>{t`Multi of the day`}</b> <small>{first === last ? first : t`${first} to ${last}`}</small>
      </p>
      <ul>
        {shown.map((pick) => (
          <li key={pick.ucn}>
            <span>{pickText({ ...pick.match, ...pick })}</span> <b className="num">{pick.odd_value}</b>
          </li>
        ))}
        {picks.length > shown.length && (
          <li>
            <Plural value={picks.length - shown.length} one="and # more pick" other="and # more picks" />
          </li>
        )}
      </ul>
      <div>
        <strong className="num">{multi.total_odds}</strong>
        <small>
          <Share percent={multi.percent} />
        </small>
        <Button small disabled={busy} onClick={add}>
          <AddPicks count={multi.legs} />
        </Button>
      </div>
    </section>
  )
}

/** How many bettors have it, as a plain fact. */
export const Share = ({ percent }: { percent: number }) => <Trans>{percent}% of bettors in 24 hours</Trans>

export const AddPicks = ({ count }: { count: number }) => <Plural value={count} one="Add # pick" other="Add # picks" />
