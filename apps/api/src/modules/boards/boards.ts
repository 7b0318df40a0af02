import type { boards as contract } from '@nare/contract/boards'
import { done, type Outcome } from '@nare/contract/outcome'
import type { Answer } from '@nare/contract/route'
import { formatMoney } from '@nare/money/money'
import type { Country } from '#country/country'
import type { Catalog } from '#modules/catalog/catalog'
import { maskedName, type Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import type { Background } from '#platform/background'
import { transact, type Db, type Tx } from '#platform/db'
import type { Paged } from '#platform/paging'
import { inSnapshot } from '#platform/snapshot'
import {
  closeByHand,
  closeEnded,
  endPrizes,
  endPrizesIn,
  foreseeClosing,
  foreseePrizes,
  payDue,
  prizesOf,
} from './closing.ts'
import { openCrashPlaces } from './crash.ts'
import { countSettled } from './feed.ts'
import { hiddenOf, setHidden } from './hidden.ts'
import { playedIn, type PlayedSeason } from './played.ts'
import { lastRank, sharedPrize } from './rules.ts'
import { ownPlace, placesFrom, playersOf } from './scores.ts'
import {
  keepPrizes,
  listSeasons,
  markSeasons,
  presentSeason,
  seasonOf,
  seasonsAt,
  type BoardName,
  type ListedSeason,
} from './seasons.ts'
import { tableOf, prizeTable, type BoardRules } from './settings.ts'
import type { BoardSource, Period, Place } from './store.ts'

export { forgetDays } from './days.ts'
export { forgetScores, type BoardName, type ListedSeason } from './seasons.ts'
export type { BoardSource } from './store.ts'
export { boardsOfBettor } from './own-rows.ts'

type Board = Answer<typeof contract.leaderboard>
type Row = Board['data'][number]

export type BoardsDeps = {
  readonly db: Db
  readonly country: Pick<Country, 'timeZone'>
  /** The rules of boards now. */
  readonly rules: () => BoardRules
  readonly ledger: Ledger
  readonly background: Background
  readonly identity: Pick<Identity, 'bettorFacts'>
  readonly catalog: Pick<Catalog, 'reportFinding' | 'closeFinding'>
  readonly sources: readonly BoardSource[]
  /** Publishes the balances of these bettors. */
  readonly publish: (bettors: ReadonlySet<bigint>) => Promise<void>
}

export type Boards = ReturnType<typeof openBoards>

/** A request for a page of a board: period, page and bettor. */
export type Asked = {
  readonly period?: Period | undefined
  readonly page?: number | undefined
  readonly bettor: bigint | undefined
}

/** Some places of a board, the place of the requesting bettor, and the total number of places. */
type Found = {
  readonly places: readonly Place[]
  readonly own: (Place & { readonly listed: number }) | undefined
  readonly total: number
}

const pageRows = 50

/** Opens the leaderboards of sports, from the settled feed, and of the crash games. Both have the same response and prizes. */
export function openBoards(deps: BoardsDeps) {
  const { db, country, rules, ledger, background, identity, catalog, sources, publish } = deps
  const zone = country.timeZone
  const crash = openCrashPlaces({ db, country, sources })
  const closing = { db, ledger, background, rules, catalog, crash }

  async function sportsPlaces(season: number, page: number, bettor: bigint | undefined): Promise<Found> {
    const [places, own, total] = await Promise.all([
      placesFrom(db, { season, offset: (page - 1) * pageRows, limit: pageRows }),
      bettor === undefined ? undefined : ownPlace(db, season, bettor),
      playersOf(db, season),
    ])
    return { places, own, total }
  }

  async function crashPlaces(period: Period, page: number, bettor: bigint | undefined): Promise<Found> {
    const { places } = await crash.places(period)
    const listed = bettor === undefined ? -1 : places.findIndex((place) => place.bettor === bettor)
    const own = places[listed]
    return {
      places: places.slice((page - 1) * pageRows, page * pageRows),
      own: own && { ...own, listed },
      total: places.length,
    }
  }

  /** A page of a board with names and prizes, and the row of the bettor even if it is on another page. */
  async function boardPage(board: BoardName, { period = 'week', page = 1, bettor }: Asked): Promise<Board> {
    const present = await presentSeason(db, { board, period, zone })
    const none: Found = { places: [], own: undefined, total: 0 }
    const found =
      board === 'crash'
        ? await crashPlaces(period, page, bettor)
        : present.season
          ? await sportsPlaces(present.season.id, page, bettor)
          : none
    const { places, own, total } = found
    const asked = [...places.map((one) => one.bettor), ...(bettor === undefined ? [] : [bettor])]
    const [names, hidden] = await Promise.all([identity.bettorFacts(asked), hiddenOf(db, asked)])
    const table = tableOf(rules(), { board, period, prizes: present.season?.prizes ?? null })
    const rowOf = ({ bettor: player, rank, before, cents, tied }: Place): Row => {
      const mine = player === bettor
      const prize = rank <= lastRank(table) ? sharedPrize(table, { rank, players: tied }) : 0n
      return {
        rank,
        move: before === null ? 0 : before - rank,
        player: hidden.has(player) && !mine ? '' : maskedName(names.get(player)),
        points: Number(cents) / 100,
        prize: prize > 0n ? formatMoney(prize as Parameters<typeof formatMoney>[0]) : null,
        mine,
      }
    }
    return {
      data: places.map(rowOf),
      ...(own && { mine: rowOf(own), mine_page: Math.floor(own.listed / pageRows) + 1 }),
      ends_at: present.endsAt.toISOString(),
      updated_at: present.now.toISOString(),
      prizes: table.map(({ from, to, prize }) => ({ from, to, prize: formatMoney(prize) })),
      ...(bettor !== undefined && { hidden: hidden.has(bettor) }),
      meta: { page, limit: pageRows, total },
    }
  }

  return {
    sports: (asked: Asked): Promise<Board> => boardPage('sports', asked),
    crash: (asked: Asked): Promise<Board> => boardPage('crash', asked),
    setHidden: (bettor: bigint, hidden: boolean): Promise<void> => setHidden(db, bettor, hidden),

    /** Counts the bets that were settled since the last call; see countSettled. */
    count: (): Promise<void> => countSettled({ db, zone }),

    /** Creates the current seasons of both boards, so that each can be closed, closes those that are over, and pays the prizes that have waited for a day. */
    async close(): Promise<void> {
      const { now } = await presentSeason(db, { board: 'crash', period: 'day', zone })
      for (const board of ['sports', 'crash'] as const) await seasonsAt(db, { board, zone, times: [now] })
      const { prizes, percent } = rules()
      await transact(db, async (tx) => {
        await markSeasons(tx, zone)
        await keepPrizes(tx, { prizes: String(prizeTable.write(prizes)), percent })
      })
      await closeEnded(closing)
      await payDue(closing, (paid) => publish(new Set(paid)))
    },

    /** For operators: a page of the seasons, each with what was staked on its product meanwhile and returned. */
    async seasons(page: Parameters<typeof listSeasons>[1]): Promise<Paged<ListedSeason & PlayedSeason>> {
      const { rows, ...paged } = await listSeasons(db, page)
      const played = await playedIn(ledger, rows)
      return { rows: rows.map((season) => ({ ...season, ...played(season) })), ...paged }
    },
    /** For operators: who has won which prize of a closed season, the best first; undefined if there is no such season. */
    async prizes(id: number) {
      if (!(await seasonOf(db, id))) return undefined
      const won = await prizesOf(db, id)
      const names = await identity.bettorFacts(won.map(({ bettor }) => bettor))
      return won.map((prize) => ({ ...prize, player: maskedName(names.get(prize.bettor)) }))
    },
    closeSeason: (id: number, operator: string) => closeByHand(closing, id, operator),
    /** What `closeSeason` would do. */
    foreseeClosing: (id: number) => inSnapshot(db, (tx) => foreseeClosing(closing, tx, id)),
    /** Pays the waiting prizes of a closed season now, or withholds them. */
    async endPrizes(given: {
      id: number
      by: string
      withhold: boolean
    }): Promise<Outcome<'paid' | 'withheld', 'not_found'>> {
      const ended = await endPrizes(closing, given)
      if (!ended.ok) return ended
      await publish(new Set(ended.value))
      return done(given.withhold ? 'withheld' : 'paid')
    },
    /** For a decision of operators: the same in its transaction, what it would do, and what is made known after it. */
    deciding: {
      endIn: (tx: Tx, given: { id: number; by: string; withhold: boolean }) => endPrizesIn(closing, tx, given),
      foresee: (given: { id: number; withhold: boolean }) => inSnapshot(db, (tx) => foreseePrizes(closing, tx, given)),
      paid: async (id: number) => publish(new Set((await prizesOf(db, id)).map(({ bettor }) => bettor))),
    },
  }
}
