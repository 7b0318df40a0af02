import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { CasinoGame } from '@nare/contract/casino'
import { Button } from '@nare/ui/button'
import { EmptyState } from '@nare/ui/empty-state'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { SignedIn } from '../../pages/signed-in.tsx'
import { Retry } from '../../loading/retry.tsx'
import { CasinoBanners } from './banners.tsx'
import { useCategoryName } from './category-name.tsx'
import { GameSheet } from './game-sheet.tsx'
import { LobbyHead } from './lobby-head.tsx'
import { Ours } from './ours.tsx'
import {
  addressOf,
  houseProvider,
  mixedShelf,
  placeOf,
  shelvesOf,
  type Place,
  type Shelf as ShelfOfGames,
} from './shelves.ts'
import { Tile } from './tile.tsx'
import { TilesAwaited } from './tiles-awaited.tsx'
import { useFront, useListing, useOwnGames, type OwnList } from './use-lobby.ts'
import { VirtualGrid } from './virtual-grid.tsx'
import { useWinnersWanted, Winners } from './winners.tsx'
import style from './casino.module.css'

/** Two rows on a phone, one on a wide screen; "All" leads to the rest. */
const shelfMax = 8
/** How many games of a shelf a phone shows (casino.module.css). */
const phoneMax = 6

/** The casino lobby: rows by category, the bettor's own lists, a filter or search as a long grid, and the sheet of a game. */
export function Casino() {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const place = placeOf(query)
  const front = useFront({ winners: useWinnersWanted() })
  const own = useOwnGames()
  const [opened, open] = useState<CasinoGame | undefined>()
  const favourites = new Set(own.favourites.map(({ game_id }) => game_id))
  const common = { favourites, onOpen: open }
  return (
    <section className={style.page} aria-label={t`Casino`}>
      <h1 className="unseen">{t`Casino`}</h1>
      <LobbyHead place={place} shelves={front.shelves} signedIn={own.signedIn} />
      {place.q !== '' || place.show === 'list' ? (
        <List place={place} {...common} />
      ) : place.show === 'all' ? (
        <Front front={front} own={own} {...common} />
      ) : (
        <SignedIn
          as="h2"
          title={place.show === 'recent' ? t`Recent` : t`Favourites`}
          reason={t`Log in to see your own games.`}
        >
          <OwnGames isRecent={place.show === 'recent'} list={own.lists[place.show]} {...common} />
        </SignedIn>
      )}
      <GameSheet
        game={opened}
        isFavourite={opened !== undefined && favourites.has(opened.game_id)}
        onFavourite={own.toggle}
        onClose={() => open(undefined)}
      />
    </section>
  )
}

type Common = { favourites: ReadonlySet<string>; onOpen: (game: CasinoGame) => void }
type FrontProps = Common & { front: ReturnType<typeof useFront>; own: ReturnType<typeof useOwnGames> }

function Front({ front, own, ...common }: FrontProps) {
  const { t } = useLingui()
  const shelves = shelvesOf(front.list, front.types)
  if (shelves.length === 0 && !front.loading)
    return front.error ? (
      <Failed error={front.error} onRetry={front.again} />
    ) : (
      <EmptyState drawing="page">{t`No games are open right now.`}</EmptyState>
    )
  return shelves.length > 0 ? <Shelves shelves={shelves} front={front} own={own} {...common} /> : <TilesAwaited />
}

function Shelves({ shelves, front, own, ...common }: FrontProps & { shelves: readonly ShelfOfGames[] }) {
  const { t } = useLingui()
  const name = useCategoryName(front.shelves?.types)
  // As many as were there at first: a further row would move the tiles, and is shown at the next visit.
  const [first] = useState(front.winners)
  const winners = front.winners.length < first.length ? first : front.winners.slice(0, first.length)
  const countOf = (id: string) => front.shelves?.types.find((shelf) => shelf.id === id)?.games
  const [ours, ...others] = shelves[0]?.id === houseProvider ? shelves : [undefined, ...shelves]
  return (
    <>
      {ours ? (
        <Ours games={ours.games} winners={winners} signedIn={own.signedIn} {...common} />
      ) : (
        winners.length > 0 && (
          <ul className={style.grid}>
            <Winners winners={winners} />
          </ul>
        )
      )}
      <CasinoBanners />
      {others.map(
        (shelf) =>
          shelf && (
            <Shelf
              key={shelf.id}
              {...(shelf.id === mixedShelf
                ? { title: t`More games`, games: shelf.games }
                : {
                    title: name(shelf.id),
                    games: shelf.games.slice(0, shelfMax),
                    all: { href: addressOf({ category: shelf.id }), count: countOf(shelf.id) ?? shelf.games.length },
                  })}
              {...common}
            />
          ),
      )}
    </>
  )
}

/** `all` links to the whole list of `count` games; without it every game is shown. */
type ShelfProps = Common & { title: string; games: readonly CasinoGame[]; all?: { href: string; count: number } }

function Shelf({ title, games, all, favourites, onOpen }: ShelfProps) {
  const { t } = useLingui()
  const count = all?.count ?? 0
  return (
    <section className={style.shelf} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {count > phoneMax && (
          <Link href={all?.href ?? ''} aria-label={t`All ${count} in ${title}`}>
            <Trans>All {count}</Trans> ›
          </Link>
        )}
      </header>
      <ul className={all ? `${style.grid} ${style.short}` : style.grid}>
        {games.map((game) => (
          <Tile key={game.game_id} game={game} isFavourite={favourites.has(game.game_id)} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

function List({ place, favourites, onOpen }: Common & { place: Place }) {
  const { t } = useLingui()
  const listing = useListing(place)
  const { games, total } = listing
  if (!games)
    return listing.error && !listing.loading ? (
      <Failed error={listing.error} onRetry={listing.again} />
    ) : (
      <TilesAwaited />
    )
  if (games.length === 0) return <NothingFound q={place.q} />
  return (
    <>
      <p className={style.count} role="status">
        <Plural value={total} one="# game" other="# games" />
      </p>
      <VirtualGrid
        label={t`Games`}
        games={games}
        total={total}
        favourites={favourites}
        onOpen={onOpen}
        onEnd={listing.more}
      />
    </>
  )
}

function NothingFound({ q }: { q: string }) {
  const { t } = useLingui()
  const [, go] = useLocation()
  return (
    <EmptyState
      drawing="search"
      action={<Button look="soft" onClick={() => go('/casino', { replace: true })}>{t`Show all games`}</Button>}
    >
      {q ? <Trans>No game is called “{q}”.</Trans> : t`No games here right now.`}
    </EmptyState>
  )
}

type OwnProps = Common & { isRecent: boolean; list: OwnList }

function OwnGames({ isRecent, list, favourites, onOpen }: OwnProps) {
  const { t } = useLingui()
  const [, go] = useLocation()
  const { games, loading, error, again } = list
  if (games.length === 0 && loading) return <TilesAwaited />
  if (games.length === 0 && error !== null) return <Failed error={error} onRetry={again} />
  if (games.length === 0)
    return (
      <EmptyState
        drawing="page"
        action={<Button look="soft" onClick={() => go('/casino')}>{t`Show all games`}</Button>}
      >
        {isRecent
          ? t`The games you play are listed here.`
          : t`Add a game to your favourites in its sheet, and it's here.`}
      </EmptyState>
    )
  return (
    <ul className={style.grid} aria-label={isRecent ? t`Recent` : t`Favourites`}>
      {games.map((game) => (
        <Tile key={game.game_id} game={game} isFavourite={favourites.has(game.game_id)} onOpen={onOpen} />
      ))}
    </ul>
  )
}

function Failed({ error, onRetry }: { error: string; onRetry: () => void }) {
  return (
    <div className={style.failed}>
      <Retry why={error} again={onRetry} />
    </div>
  )
}
