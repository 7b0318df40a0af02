import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'wouter'
import { Icon } from '@nare/ui/icon'
import { useFeature } from '../../state/use-feature.ts'
import { stored } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import style from './home.module.css'

const dismissedForMs = 7 * 86_400_000

/** A one-line promotion. Once dismissed it stays hidden for a week. */
export function PromoStrip() {
  const { t } = useLingui()
  const [dismissed, setDismissed] = useState(false)
  const jackpot = useFeature('jackpot')
  const league = useFeature('league')
  const boost = useApp(({ data: { app_config } }) => app_config?.boost.table.at(-1))
  const [percent, legs] = [boost?.percent ?? 0, boost?.legs ?? 0]
  if (dismissed) return null
  return (
    <div className={style.strip} data-screen>
      <Link href={jackpot ? '/jackpot' : league ? '/nare-league' : '/how-to-play'}>
        <Icon name={jackpot || league ? 'trophy' : 'bolt'} size={16} />
        <span>
          {jackpot ? (
            t`Jackpots: pick every result, win the pool`
          ) : league ? (
            t`Nare league: virtual football`
          ) : percent > 0 ? (
            <Trans>
              Boost to {percent}%: all {legs}+ picks must win
            </Trans>
          ) : (
            t`How to play`
          )}
        </span>
        <Icon name="right" size={16} />
      </Link>
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
