import type { CasinoGame, CasinoShelf, ProviderGames } from '@nare/contract/casino'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import { gamesPlayed } from '#modules/games/games'
import { monotonicMs, type Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import { searchText } from '#platform/search-text'
import { readCatalogueFile } from './catalogue-file.ts'
import { houseGameId } from './house-games.ts'
import { everyProviderFirst, filtered, grouped, isWhole, type Filter } from './order.ts'
import * as own from './own-store.ts'
import {
  changeGame,
  lobbyRows,
  searchGames,
  storeCatalogue,
  type GameChange,
  type LobbyGame,
  type LobbyRows,
} from './store.ts'
import { openTiles } from './tiles.ts'

export type { GameChange, LobbyGame } from './store.ts'
export { house } from './house-games.ts'
export { openWinners, type Winners } from './winners.ts'
export type Lobby = Awaited<ReturnType<typeof openLobby>>

type Deps = {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  /** The content folder, with `casino/games.json` and `casino/tiles`. */
  readonly folder: string
  /** The currency of the least stakes. */
  readonly currency: string
  /** True if a provider's games can be opened: its wallet has a secret and its games have a launch address. */
  readonly isConfigured: (provider: string) => boolean
}

type Page = { readonly page: number; readonly limit?: number | undefined }
type Listed = { readonly games: readonly LobbyGame[]; readonly rows: LobbyRows }

const limitNormal = 60
/** A change by another process is visible after this time; a change by this process immediately. */
const keptMs = 2000
const foundMax = 100
const favouritesMax = 200
const recentMax = 20
const newDays = 30

/** Opens the lobby: stores the catalogue of the content file and reads its tiles. An invalid file leaves the catalogue unchanged. */
export async function openLobby({ db, clock, log, folder, currency, isConfigured }: Deps) {
  const tiles = await openTiles({ folder, log })
  try {
    const file = await readCatalogueFile(folder, currency)
    if (file) await storeCatalogue(db, file)
    else log.warn({ folder }, 'the content folder has no casino/games.json; the lobby keeps its stored catalogue')
  } catch (error) {
    log.error(
      { err: error },
      "casino/games.json of the content folder is invalid; the lobby shows the last valid one's games",
    )
  }
  let kept: { readonly rows: Promise<LobbyRows>; readonly atMs: number } | undefined

  /** The listed catalogue, read at most every two seconds. */
  function rowsNow(): Promise<LobbyRows> {
    if (!kept || monotonicMs() - kept.atMs > keptMs) {
      const rows = lobbyRows(db)
      kept = { rows, atMs: monotonicMs() }
      rows.catch(() => (kept = undefined))
    }
    return kept.rows
  }

  const isShown = ({ provider, isOn, providerOn }: LobbyGame): boolean => isOn && providerOn && isConfigured(provider)

  async function listed(): Promise<Listed> {
    const rows = await rowsNow()
    return { rows, games: rows.games.filter(isShown) }
  }

  async function byIds(ids: readonly string[]): Promise<CasinoGame[]> {
    const { games } = await listed()
    const found = new Map(games.map((game) => [game.gameId, game]))
    return ids.flatMap((id) => found.get(id) ?? []).map(view)
  }

  const newSince = (): string => new Date(clock.now() - newDays * 86_400_000).toISOString().slice(0, 10)

  const view = (game: LobbyGame): CasinoGame => ({
    game_id: game.gameId,
    name: game.name,
    provider: game.provider,
    category: game.category,
    image: tiles.address(game.tile),
    rtp: game.rtp,
    min_stake: game.minStake === null ? null : formatMoney(money(game.minStake)),
    provider_name: game.providerName,
    category_name: game.categoryName,
    ...(game.dataKb !== null && { data_kb: game.dataKb }),
    demo: game.demo,
    is_new: game.since !== null && game.since > newSince(),
    ...(game.path !== null && { path: game.path }),
  })

  return {
    serveTiles: tiles.serve,

    /** A page of the lobby, by provider and category. Page 1 of the unfiltered lobby has a game of every provider. */
    async games(filter: Filter, { page, limit = limitNormal }: Page) {
      const all = await listed()
      const wanted = filtered(all.games, filter)
      const found = isWhole(filter) ? everyProviderFirst(wanted, limit) : wanted
      const groups = grouped(pageOf(found, page, limit)).map(({ provider, shelves }): ProviderGames => ({
        ...Object.fromEntries([...shelves].map(([category, games]) => [category, games.map(view)])),
        provider,
      }))
      return { games: groups, ...shelvesOf(all), meta: { page, limit, total: found.length } }
    },

    /** Games similar to `q`, best first; all games in the requested order if `q` is empty. */
    async search(q: string, filter: Filter, { page, limit = limitNormal }: Page) {
      const all = await listed()
      const text = searchText(q)
      const wanted = filtered(all.games, filter)
      const byId = new Map(wanted.map((game) => [game.gameId, game]))
      const ids = text === '' ? [] : await searchGames(db, { text, among: [...byId.keys()], most: foundMax })
      const found = text === '' && q.trim() === '' ? wanted : ids.flatMap((id) => byId.get(id) ?? [])
      return {
        data: pageOf(found, page, limit).map(view),
        ...shelvesOf(all),
        meta: { page, limit, total: found.length },
      }
    },

    /** A game that is switched on; undefined if there is none. */
    async game(gameId: string): Promise<{ game: LobbyGame; view: CasinoGame } | undefined> {
      const game = (await listed()).games.find((one) => one.gameId === gameId)
      return game && { game, view: view(game) }
    },

    /** A listed game, even if it is switched off. */
    listedGame: async (gameId: string): Promise<LobbyGame | undefined> =>
      (await rowsNow()).games.find((one) => one.gameId === gameId),
    isShown,

    /** The views of these games by id, including games that are switched off. */
    async viewsOf(ids: readonly string[]): Promise<Map<string, CasinoGame>> {
      const wanted = new Set(ids)
      const { games } = await rowsNow()
      return new Map(games.filter(({ gameId }) => wanted.has(gameId)).map((game) => [game.gameId, view(game)]))
    },

    favourites: async (bettor: bigint): Promise<CasinoGame[]> => byIds(await own.favouritesOf(db, bettor)),

    /** Adds a game to the favourites or removes it, and returns them. A bettor has at most 200. */
    async favour(
      bettor: bigint,
      { gameId, favourite }: { gameId: string; favourite: boolean },
    ): Promise<Outcome<CasinoGame[], 'not_found' | 'limit_reached'>> {
      if (!(await rowsNow()).games.some((game) => game.gameId === gameId)) return refused('not_found')
      if (!favourite) await own.removeFavourite(db, { bettor, gameId })
      else if (!(await own.addFavourite(db, { bettor, gameId, most: favouritesMax })))
        return refused('limit_reached', { most: favouritesMax }, `You can keep ${favouritesMax} favourites`)
      return done(await byIds(await own.favouritesOf(db, bettor)))
    },

    /** The games that a bettor opened or, of the house's own, played last, newest first. */
    async recent(bettor: bigint): Promise<CasinoGame[]> {
      const [opened, played] = await Promise.all([own.recentOf(db, bettor), gamesPlayed(db, bettor)])
      const all = [...opened, ...played.map(({ game, at }) => ({ gameId: houseGameId(game), at }))]
      const ids = new Set(all.toSorted((a, b) => b.at.getTime() - a.at.getTime()).map(({ gameId }) => gameId))
      return (await byIds([...ids])).slice(0, recentMax)
    },
    /** Stores that a bettor opened a game. */
    opened: (bettor: bigint, gameId: string): Promise<void> => own.storeRecent(db, { bettor, gameId, most: recentMax }),

    operator: {
      /** The whole listed catalogue, including games that are switched off. */
      async read() {
        const { games, providers } = await lobbyRows(db)
        return {
          games: games.map((game) => ({ ...game, isShown: isShown(game) })),
          providers: providers.map((one) => ({ ...one, isConfigured: isConfigured(one.provider) })),
        }
      },
      async changeGame(change: GameChange, by: string): Promise<boolean> {
        const changed = await changeGame(db, change, by)
        kept = undefined
        return changed
      },
      /** To be called once a provider was switched on or off. */
      providerSwitched: (): void => void (kept = undefined),
    },
  }
}

const pageOf = <T>(all: readonly T[], page: number, limit: number): T[] => all.slice((page - 1) * limit, page * limit)

/** The categories and providers that have games, in the lobby's order, with the number of their games. */
function shelvesOf({ games, rows }: Listed) {
  const shelves = (names: readonly { id: string; name: string }[], of: (game: LobbyGame) => string): CasinoShelf[] =>
    names.flatMap(({ id, name }) => {
      const count = games.filter((game) => of(game) === id).length
      return count > 0 ? [{ id, name, games: count }] : []
    })
  const types = shelves(rows.categories, ({ category }) => category)
  const providers = shelves(
    rows.providers.map(({ provider, name }) => ({ id: provider, name })),
    ({ provider }) => provider,
  )
  return {
    types: types.map(({ id }) => id),
    providers: providers.map(({ id }) => id),
    type_list: types,
    provider_list: providers,
  }
}
