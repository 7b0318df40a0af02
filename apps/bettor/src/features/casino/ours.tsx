import { useLingui } from '@lingui/react/macro'
import type { CasinoGame, CasinoWinner } from '@nare/contract/casino'
import { useState } from 'react'
import { Link } from 'wouter'
import { lastGame, useLobbyName } from '../../play/game-names.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { CrashTile } from './crash-tile.tsx'
import { Tile } from './tile.tsx'
import { Winners } from './winners.tsx'
import style from './casino.module.css'
import tile from './tile.module.css'

/** As many tiles of ours come before the winners as fill two rows of a phone beside the wide tile. */
const beforeWinners = 5

type OursProps = {
  games: readonly CasinoGame[]
  winners: readonly CasinoWinner[]
  signedIn: boolean
  favourites: ReadonlySet<string>
  onOpen: (game: CasinoGame) => void
}

/** The in-house games: crash with its flight first, the last winners between them, and at the end the game that was played last. */
export function Ours({ games, winners, signedIn, favourites, onOpen }: OursProps) {
  const { t } = useLingui()
  const title = t`Ours, every round checkable`
  const crash = games.find(({ path }) => path === '/nare-games/crash')
  const rest = games.filter((game) => game !== crash)
  const tiles = rest.map((game) => (
    <Tile key={game.game_id} game={game} isFavourite={favourites.has(game.game_id)} onOpen={onOpen} />
  ))
  const first = crash ? beforeWinners - 1 : beforeWinners + 1
  return (
    <section className={style.shelf} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Link href="/nare-games" aria-label={t`How rounds are checked`}>{t`How`}</Link>
      </header>
      <ul className={`${style.grid} ${tile.ours}`}>
        {crash && <CrashTile game={crash} isFavourite={favourites.has(crash.game_id)} />}
        {tiles.slice(0, first)}
        {winners.length > 0 && <Winners winners={winners} />}
        {tiles.slice(first)}
        {signedIn && <LastPlayed games={games} />}
      </ul>
    </section>
  )
}

/** The game that was played last on this device, with the stake that waits there; nothing before the first bet and during a break. */
function LastPlayed({ games }: { games: readonly CasinoGame[] }) {
  const { t } = useLingui()
  const nameOf = useLobbyName()
  const exclusion = useExclusion()
  const [last] = useState(lastGame)
  const game = games.find(({ game_id }) => game_id === last?.id)
  if (!game?.path || exclusion) return null
  return (
    <li className={`${tile.tile} ${tile.last}`}>
      <Link href={game.path}>
        <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d="M20 11a8 8 0 0 0-14-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14 4l2-2M20 20v-5h-5" />
        </svg>
        <span className={tile.label}>
          <b>{t`Last played`}</b>
          <span className="num">
            {nameOf(game)} {last?.stake}
          </span>
        </span>
      </Link>
    </li>
  )
}
