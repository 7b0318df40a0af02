import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveValue, useSubscription } from '@nare/client/use-live'
import type { CasinoGame } from '@nare/contract/casino'
import { Link } from 'wouter'
import { useLobbyName } from '../../play/game-names.ts'
import { useLite } from '../../preferences/use-lite.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useNow } from '../../state/use-now.ts'
import style from './front.module.css'

/** The crash game at the top of the lobby, with the time to its next flight. It shows no invitation during a break, and no time in Lite. */
export function CrashCard({ game }: { game: CasinoGame }) {
  const { t } = useLingui()
  const name = useLobbyName()(game)
  const lite = useLite()
  const exclusion = useExclusion()
  const percent = !exclusion && game.rtp?.replace(/\.00$/, '')
  return (
    <Link href="/nare-games/crash" className={style.card}>
      <b>{name}</b>
      <small>
        {percent ? <Trans>{percent}% return · check every round yourself</Trans> : t`Check every round yourself`}
      </small>
      {!exclusion && (
        <span className={`${style.go} num`}>
          {t`Play`}
          {!lite && <NextFlight />}
        </span>
      )}
      <svg viewBox="0 0 116 80" aria-hidden="true">
        <path
          d="M4 72C48 72 84 54 104 10"
          fill="none"
          stroke="var(--primary-text)"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <circle cx="104" cy="10" r="7" fill="var(--accent)" />
      </svg>
    </Link>
  )
}

function NextFlight() {
  const { t } = useLingui()
  useSubscription('crash')
  const round = useLiveValue('crash')
  const now = useNow()
  if (!round) return null
  if (round.phase !== 'betting' || !round.ends_at) return <> · {t`flying now`}</>
  const seconds = Math.max(0, Math.min(59, Math.ceil((Date.parse(round.ends_at) - now) / 1000)))
  return (
    <>
      {' '}
      · <Trans>round in 0:{String(seconds).padStart(2, '0')}</Trans>
    </>
  )
}
