import { useLingui } from '@lingui/react/macro'
import { Link } from 'wouter'
import { PageBar } from '../../pages/page-bar.tsx'
import { CheckButton, PlayBalance } from '../../play/bar-tools.tsx'
import { SoundButton } from '../../play/sound-button.tsx'
import style from './game-bar.module.css'

/** The bar of a game: back to all games, its name, sound, the check of its rounds, and the balance. */
export function GameBar(props: { name: string; balance: string | undefined; onFairness: () => void }) {
  const { t } = useLingui()
  return (
    <PageBar title={props.name} back={{ href: '/nare-games', label: t`Back to all games` }}>
      <nav className={style.ways} aria-label={t`Elsewhere`}>
        <Link href="/">{t`Home`}</Link>
        <Link href="/casino">{t`Casino`}</Link>
        <Link href="/my-bets">{t`My bets`}</Link>
      </nav>
      <SoundButton className={style.tool} />
      <CheckButton className={style.tool} label={t`Check a round`} onClick={props.onFairness} />
      <PlayBalance className={style.balance} value={props.balance} />
    </PageBar>
  )
}
