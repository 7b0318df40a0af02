import type { GameName } from '@nare/contract/game-shapes'
import type { GameRound, games as calls } from '@nare/contract/games'
import { done, refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { gameNames } from '@nare/games/games'
import { formatMoney } from '@nare/money/money'
import type { Country } from '#country/country'
import type { Ledger } from '#modules/ledger/ledger'
import { isBetId, originOf, type TicketEvents, type Tickets } from '#modules/tickets/tickets'
import type { Background } from '#platform/background'
import { transact, type Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import { afterCommit } from '#platform/money-command'
import { metaOf, type Page } from '#platform/paging'
import type { Session } from '#platform/session'
import type { Sealing } from '#platform/sealing'
import { limitsOf, settingsOf } from '../settings.ts'
import type { RoundsOfBets } from '../tickets.ts'
import { hashOf, placeRound } from './bet.ts'
import { endRound, makeMove, roundAfter } from './move.ts'
import { readChoice, readMove } from './reading.ts'
import {
  abandonedRounds,
  anyRound,
  roundOf,
  roundsOfBets,
  roundsPage,
  type AbandonedRound,
  type RoundRow,
} from './round-store.ts'
import { rotationOf, seedsOf } from './seed-store.ts'
import { openSeeds, SeedLost } from './seeds.ts'
import { finishedView, infoView, rotatedView, roundView, seedsView } from './views.ts'

export { ownRoundProof } from './proof.ts'
export { seedRetention } from './retention.ts'

type Deps = {
  readonly db: Db
  readonly moneyDb: Db
  readonly live: Live
  readonly log: Log
  readonly background: Background
  readonly ledger: Ledger
  /** The limits of the house now. */
  readonly rules: () => Country['games']
  readonly tickets: Pick<Tickets, 'ids' | 'publish'>
  readonly events: TicketEvents
  readonly sealing: Sealing
}

type Calls = typeof calls
type Result<K extends keyof Calls> = Promise<Outcome<Answer<Calls[K]>, Failure<Calls[K]>>>
export type OwnGames = ReturnType<typeof openOwnGames>

/** An abandoned round is ended automatically after this time. */
const openHoursMax = 24

/** The single-player games: seeds, rounds and moves. The caller runs the commands of one bettor one at a time. */
export function openOwnGames({ db, moneyDb, live, log, background, ledger, rules, tickets, events, sealing }: Deps) {
  const seeds = openSeeds({ sealing })
  const deps = { moneyDb, ledger, rules, ids: tickets.ids, seeds }

  /** Publishes what a committed command changed. */
  function publish({ bettor, betId, isPaid }: { bettor: bigint; betId: bigint; isPaid: boolean }): void {
    tickets.publish([{ bettor, betId }])
    if (isPaid) void ledger.publishBalances(live, [bettor])
  }

  /** A committed round as it was after `moves` moves, with the bettor's current balance. */
  async function answerOf(at: { bettor: bigint; betId: bigint }, moves: number) {
    return afterCommit(async () => {
      const [row, { balance }] = await Promise.all([roundOf(moneyDb, at), ledger.balances(at.bettor)])
      if (!row) throw new Error(`round ${at.betId} does not exist`)
      return { round: roundView(await roundAfter(deps, row, moves)), balance: formatMoney(balance) }
    })
  }

  return {
    /** The games with their limits and payout tables, and how many rounds the app may play by itself. */
    async list(): Promise<Answer<Calls['list']>> {
      const settings = await settingsOf(db)
      const now = rules()
      return {
        data: gameNames.map((game) => infoView(game, limitsOf(now, game, settings.get(game)))),
        automatic_rounds: now.automaticRounds,
      }
    },

    /** The bettor's seeds, created at the first read. */
    async seeds(bettor: bigint): Promise<Answer<Calls['seeds']>> {
      const current = await seedsOf(db, bettor)
      if (current) return seedsView(current)
      return transact(moneyDb, async (tx) => {
        await ledger.lockCash(tx, [bettor])
        return seedsView(await seeds.lock(tx, bettor))
      })
    },

    /** Reveals the current server seed and makes the next one current, once. */
    rotate: ({ id, client_seed: clientSeed }: Received<Calls['rotate']>, { bettor }: Session): Result<'rotate'> =>
      unlessSeedLost(() =>
        transact(moneyDb, async (tx) => {
          await ledger.lockCash(tx, [bettor])
          const locked = await seeds.lock(tx, bettor)
          const earlier = await rotationOf(tx, { bettor, id })
          if (earlier && earlier.requestedClientSeed !== (clientSeed ?? null)) return refused('id_reused')
          if (earlier) return done(rotatedView(earlier))
          if (locked.openRounds > 0) return refused('round_open')
          await seeds.rotate(tx, { bettor, seeds: locked, id, clientSeed })
          const rotated = await rotationOf(tx, { bettor, id })
          if (!rotated) throw new Error('a rotation was not stored')
          return done(rotatedView(rotated))
        }),
      ),

    /** Places a round, once. */
    async bet(input: Received<Calls['bet']>, session: Session): Result<'bet'> {
      const { bettor, verified } = session
      const chosen = readChoice(input)
      if (!chosen.ok) return chosen
      const { id, stake } = input
      const origin = originOf(session)
      const command = { bettor, verified, id, stake, origin, chosen: chosen.value, hash: hashOf(chosen.value, stake) }
      return unlessSeedLost(async () => {
        const placed = await placeRound(deps, command)
        if (placed.kind === 'refused') return placed.refusal as Outcome<never, Failure<Calls['bet']>>
        const at = { bettor, betId: placed.betId }
        if (placed.kind === 'placed') {
          events.placed()
          if (placed.isDone) events.settled(1)
          publish({ ...at, isPaid: true })
        }
        return done({ status: 201, message: 'Bet placed', ...(await answerOf(at, 0)) } as const)
      })
    },

    /** Makes a move in an open round, once. */
    async move(input: Received<Calls['move']>, { bettor, verified }: Session): Result<'move'> {
      const move = readMove(input)
      if (!move.ok) return move
      const { id, game, round_id } = input
      if (!isBetId(round_id)) return refused('not_found')
      const betId = BigInt(round_id)
      return unlessSeedLost(async () => {
        const moved = await makeMove(deps, { bettor, verified, id, betId, game, move: move.value })
        if (moved.kind === 'refused') return moved.refusal as Outcome<never, Failure<Calls['move']>>
        if (moved.kind === 'moved') {
          if (moved.isDone) events.settled(1)
          publish({ bettor, betId, isPaid: moved.isPaid })
        }
        return done({ message: 'Move made', ...(await answerOf({ bettor, betId }, moved.n + 1)) })
      })
    },

    /** One round of a bettor, by its id. */
    async round(bettor: bigint, roundId: string): Promise<RoundRow | undefined> {
      return isBetId(roundId) ? roundOf(db, { bettor, betId: BigInt(roundId) }) : undefined
    },

    /** A page of a bettor's rounds, the newest first. */
    async rounds(bettor: bigint, { game, ...page }: Page & { game?: GameName | undefined }) {
      const { rows, ...paged } = await roundsPage(db, { bettor, game }, page)
      return { data: rows.map(roundView), meta: metaOf(page, paged) }
    },

    /** The rounds of these bets. */
    async ofBets(...[on, betIds, { asPlaced }]: Parameters<RoundsOfBets>): ReturnType<RoundsOfBets> {
      const rows = await roundsOfBets(on, betIds)
      return new Map(
        rows.map((row) => {
          const shown = row.state === 'done' && !asPlaced ? finishedView(row) : {}
          return [row.betId, { game: row.game, round_id: String(row.betId), ...shown }] as const
        }),
      )
    },

    /** Ends rounds that have been open for 24 hours. Returns how many. */
    async endAbandoned(): Promise<number> {
      let ended = 0
      await background.workThroughDue({
        what: 'abandoned round',
        id: ({ betId }) => betId,
        next: ({ after, count }) => abandonedRounds(db, { hours: openHoursMax, after, most: count }),
        async work(abandoned: AbandonedRound) {
          if (!(await endRound(deps, abandoned))) return
          ended++
          events.settled(1)
          publish({ ...abandoned, isPaid: true })
        },
      })
      return ended
    },
  }

  /** Refuses a command whose server seed cannot be decrypted. Its transaction has been rolled back. */
  async function unlessSeedLost<T>(work: () => Promise<T>): Promise<T | Refusal<'not_available'>> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SeedLost)) throw error
      log.error({ err: error }, 'a server seed cannot be decrypted: check GAMES_KEY')
      return refused('not_available')
    }
  }
}

/** A round as its bettor sees it, for the house's own checks. */
export async function publishedRound(db: Db, betId: bigint): Promise<GameRound | undefined> {
  const row = await anyRound(db, betId)
  return row && roundView(row)
}
