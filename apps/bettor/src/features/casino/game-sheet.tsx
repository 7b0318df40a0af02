import { Trans, useLingui } from '@lingui/react/macro'
import type { CasinoGame } from '@nare/contract/casino'
import { parseMoney } from '@nare/money/money'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { Sheet } from '@nare/ui/sheet'
import { Link, useLocation } from 'wouter'
import { useApp } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { BreakNotice } from './later-break-notice.ts'
import { dataSize, gameAddress } from './shelves.ts'
import { Picture } from './tile.tsx'
import style from './game.module.css'

type SheetProps = {
  game: CasinoGame | undefined
  isFavourite: boolean
  onFavourite: (game: CasinoGame) => void
  onClose: () => void
}

/** The sheet of a game before it is opened: its return, minimum stake and download size; the demo comes first. */
export function GameSheet({ game, isFavourite, onFavourite, onClose }: SheetProps) {
  const { t } = useLingui()
  return (
    <Sheet open={game !== undefined} title={game?.name ?? ''} closeLabel={t`Close`} onClose={onClose}>
      {game && <GameDetails game={game} isFavourite={isFavourite} onFavourite={onFavourite} />}
    </Sheet>
  )
}

function GameDetails({ game, isFavourite, onFavourite }: Omit<SheetProps, 'onClose' | 'game'> & { game: CasinoGame }) {
  const { t } = useLingui()
  const [, go] = useLocation()
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const exclusion = useExclusion()
  const open = (mode: 'real' | 'demo'): void => go(gameAddress(game, mode), { replace: true })
  const login = (): void => go(`/login?to=${encodeURIComponent(gameAddress(game, 'real'))}`)
  return (
    <div className={style.sheet}>
      <div className={style.about}>
        <Picture game={game} />
        <dl>
          <div>
            <dt>{t`Return`}</dt>
            <dd className="num">{game.rtp === null ? '–' : `${game.rtp.replace(/\.00$/, '')}%`}</dd>
          </div>
          <div>
            <dt>{t`Minimum stake`}</dt>
            <dd>{game.min_stake === null ? '–' : <Amount value={game.min_stake} />}</dd>
          </div>
          <div>
            <dt>{t`Data to load`}</dt>
            <dd className="num">{game.data_kb === undefined ? '–' : dataSize(game.data_kb)}</dd>
          </div>
          <div>
            <dt>{t`Provider`}</dt>
            <dd>{game.provider_name ?? game.provider}</dd>
          </div>
        </dl>
      </div>
      {exclusion ? <BreakNotice of={exclusion} /> : <LowBalance game={game} />}
      {game.demo && !exclusion && (
        <Button wide look="soft" onClick={() => open('demo')}>{t`Try the demo, no money`}</Button>
      )}
      {!exclusion && (
        <Button wide onClick={() => (signedIn ? open('real') : login())}>
          {signedIn ? t`Play` : t`Log in to play`}
        </Button>
      )}
      {signedIn && (
        <Button wide look="plain" aria-pressed={isFavourite} onClick={() => onFavourite(game)}>
          <Icon name="star" size={18} /> {isFavourite ? t`Remove from favourites` : t`Add to favourites`}
        </Button>
      )}
    </div>
  )
}

/** A notice if the balance does not cover the minimum stake. */
export function LowBalance({ game }: { game: Pick<CasinoGame, 'min_stake'> }) {
  const balance = useApp(({ auth }) => (auth.isLoggedIn ? parseMoney(auth.user?.balance ?? '') : undefined))
  const minStake = parseMoney(game.min_stake ?? '') ?? 0n
  if (balance === undefined || balance >= minStake) return null
  return (
    <Notice tone="info">
      <Trans>
        Your balance is below the smallest stake of <Amount value={game.min_stake} />.
      </Trans>{' '}
      <Link href="/deposit">
        <Trans>Deposit</Trans>
      </Link>
    </Notice>
  )
}
