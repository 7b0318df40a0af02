import { useLingui } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { Link } from 'wouter'
import { Balance } from './session-line.tsx'
import { useSounds } from '../../play/sounds.ts'
import style from './game-bar.module.css'

/** The bar of a game: back to all games, its name, sound, the check of its rounds, and the balance. */
export function GameBar(props: { name: string; balance: string | undefined; onFairness: () => void }) {
  const { t } = useLingui()
  const [hasSound, toggleSound] = useSounds()
  return (
    <header className={style.bar}>
      <div>
        <Link href="/nare-games" aria-label={t`Back to all games`} className={style.back}>
          <Icon name="left" />
        </Link>
        <h1>{props.name}</h1>
        <nav className={style.ways} aria-label={t`Elsewhere`}>
          <Link href="/">{t`Home`}</Link>
          <Link href="/casino">{t`Casino`}</Link>
          <Link href="/my-bets">{t`My bets`}</Link>
        </nav>
        <button
          type="button"
          className={style.tool}
          aria-label={t`Sound`}
          aria-pressed={hasSound}
          onClick={toggleSound}
        >
          <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
            <path
              d={
                hasSound
                  ? 'M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 010 6M18 6a8 8 0 010 12'
                  : 'M4 10v4h4l5 4V6L8 10zM16 10l5 5M21 10l-5 5'
              }
            />
          </svg>
        </button>
        <button type="button" className={style.tool} aria-label={t`Check a round`} onClick={props.onFairness}>
          <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4" />
          </svg>
        </button>
        <Balance value={props.balance} />
      </div>
      <div className="kanga" />
    </header>
  )
}
