import { Trans, useLingui } from '@lingui/react/macro'
import { useAmountText } from '@nare/ui/amount'
import { isoDay } from '@nare/ui/format'
import { Icon } from '@nare/ui/icon'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { loadWithMessages } from '../../../i18n/locale.ts'
import { lazyPart } from '../../../loading/lazy-part.tsx'
import { useFeature } from '../../../state/use-feature.ts'
import { serverNow, stored } from '../../../state/browser.ts'
import { useApp } from '../../../state/hooks.ts'
import { timeOf, weekdayOf } from '../days.ts'
import { useFrontJackpot } from './front-jackpot.ts'
import style from '../home.module.css'

const CodeLine = lazyPart(
  () => loadWithMessages(() => import('../find/code-line.tsx'), ['catalog']).then((line) => line.CodeLine),
  { loading: <div className={style.strip} /> },
)

const dismissedForMs = 7 * 86_400_000

/** A one-line promotion with the way to a booking code. Once dismissed it stays hidden for a week. */
export function PromoStrip() {
  const { t } = useLingui()
  const [dismissed, setDismissed] = useState(false)
  const [typing, setTyping] = useState(false)
  const jackpot = useFeature('jackpot')
  const league = useFeature('league')
  if (dismissed) return null
  if (typing) return <CodeLine />
  return (
    <div className={style.strip} data-screen data-promo>
      <Link href={jackpot ? '/jackpot' : league ? '/nare-league' : '/how-to-play'}>
        <Icon name={jackpot || league ? 'trophy' : 'bolt'} size={16} />
        <span>{jackpot ? <Jackpot /> : league ? t`Nare league: virtual football` : <Boost />}</span>
      </Link>
      <button type="button" className={style.code} onClick={() => setTyping(true)}>{t`Use a code`}</button>
      <button
        type="button"
        aria-label={t`Dismiss`}
        onClick={() => {
          stored.write('strip-away', true, dismissedForMs)
          setDismissed(true)
        }}
      >
        <Icon name="x" size={16} />
      </button>
    </div>
  )
}

/** The largest jackpot with its amount and the time at which it closes; a general sentence until they are known. */
function Jackpot(): ReactNode {
  const { t, i18n } = useLingui()
  const pool = useFrontJackpot()
  const amountText = useAmountText()
  if (!pool) return t`Jackpot`
  const isToday = isoDay(Date.parse(pool.closes_at)) === isoDay(serverNow())
  const time = timeOf(pool.closes_at, i18n.locale)
  const closes = isToday ? time : `${weekdayOf(pool.closes_at, i18n.locale)} ${time}`
  return (
    <>
      <span className="unseen">{t`Jackpot`} </span>
      <b>{amountText(pool.amount)}</b> <time>{t`until ${closes}`}</time>
    </>
  )
}

function Boost(): ReactNode {
  const boost = useApp(({ data: { app_config } }) => app_config?.boost.table.at(-1))
  const { percent, legs } = boost ?? { percent: 0, legs: 0 }
  if (percent === 0) return <Trans>How to play</Trans>
  return (
    <Trans>
      Boost to {percent}%: all {legs}+ picks must win
    </Trans>
  )
}
