import { Trans, useLingui } from '@lingui/react/macro'
import type { CasinoGame } from '@nare/contract/casino'
import { Icon } from '@nare/ui/icon'
import { Link } from 'wouter'
import { useLobbyName } from '../../play/game-names.ts'
import { GamePicture } from '../../play/game-picture.tsx'
import { useExclusion } from '../../state/use-exclusion.ts'
import { gameAddress, houseProvider, tintOf } from './shelves.ts'
import style from './tile.module.css'

type TileProps = {
  game: CasinoGame
  isFavourite: boolean
  onOpen: (game: CasinoGame) => void
  /** The position in a list of which only a part is rendered. */
  place?: { at: number; of: number }
}

/** The tile of a game: an in-house game links to its screen, any other opens its sheet. */
export function Tile({ game, isFavourite, onOpen, place }: TileProps) {
  const name = useLobbyName()(game)
  const own = gameAddress(game, 'real')
  const content = (
    <>
      <Label game={game} name={name} isFavourite={isFavourite} />
      <Picture game={game} />
    </>
  )
  return (
    <li
      className={style.tile}
      data-tint={tintOf(game.game_id)}
      {...(place && { 'aria-setsize': place.of, 'aria-posinset': place.at + 1 })}
    >
      {game.path === own ? (
        <Link href={own}>{content}</Link>
      ) : (
        <button type="button" aria-haspopup="dialog" onClick={() => onOpen(game)}>
          {content}
        </button>
      )}
    </li>
  )
}

/** What is written on a tile: the name, the return of an in-house game, which a break hides, and the marks. */
export function Label({ game, name, isFavourite }: { game: CasinoGame; name: string; isFavourite: boolean }) {
  const { t } = useLingui()
  const exclusion = useExclusion()
  const isOwn = game.provider === houseProvider
  const percent = isOwn && !exclusion && game.rtp?.replace(/\..*/, '')
  return (
    <>
      <span className={style.label} data-shaded={!isOwn || undefined}>
        <b>{name}</b>
        {percent && (
          <small className="num">
            <Trans>
              {percent}%<span className="unseen"> return</span>
            </Trans>
          </small>
        )}
      </span>
      {isFavourite && (
        <span className={style.star}>
          <Icon name="star" size={14} />
          <span className="unseen">{t`Favourite`}</span>
        </span>
      )}
      {game.is_new && !game.path && !exclusion && <span className={style.fresh}>{t`New`}</span>}
    </>
  )
}

/** The picture of a game on its tint. */
export function Picture({ game: { name, image, game_id } }: { game: CasinoGame }) {
  return <GamePicture name={name} image={image} className={style.picture} tint={tintOf(game_id)} />
}
