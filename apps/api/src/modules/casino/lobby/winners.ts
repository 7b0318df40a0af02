import type { CasinoGame, CasinoWinner } from '@nare/contract/casino'
import { formatMoney, money } from '@nare/money/money'
import { lastWonRounds } from '#modules/games/games'
import { maskedName, type Identity } from '#modules/identity/identity'
import type { TicketResult } from '#modules/tickets/tickets'
import { monotonicMs } from '#platform/clock'
import { queryRows, type Db } from '#platform/db'
import { openRepeatedFailures, type Log } from '#platform/log'
import { withTimeout } from '#platform/timeout'
import { houseGameId } from './house-games.ts'

type Deps = {
  readonly db: Db
  readonly log: Log
  readonly lobby: { readonly viewsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, CasinoGame>> }
  readonly ticketResults: (betIds: readonly bigint[]) => Promise<TicketResult[]>
  readonly bettorFacts: Identity['bettorFacts']
}

type Round = { readonly betId: bigint; readonly gameId: string; readonly at: Date }

const roundsRead = 300
const winnersMax = 20
const keptMs = 5000
/** A lobby waits this long for its winners. */
const soonMs = 300

export type Winners = ReturnType<typeof openWinners>

/**
 * The last rounds of casino and own games that paid more than their stake, newest first, with the stake, what was paid after the tax on
 * winnings, and the bettor's masked name. Read from settled tickets, at most every five seconds.
 */
export function openWinners({ db, log, lobby, ticketResults, bettorFacts }: Deps) {
  let known: { readonly list: CasinoWinner[]; readonly atMs: number } | undefined
  let reading: Promise<CasinoWinner[]> | undefined
  const failures = openRepeatedFailures()

  async function read(): Promise<CasinoWinner[]> {
    const [providers, ours] = await Promise.all([
      queryRows<Round>(db)`
        select bet_id as "betId", game_id as "gameId", closed_at as at from casino.round
        where closed_at is not null and bet_id is not null order by closed_at desc limit ${roundsRead}::int`,
      lastWonRounds(db, winnersMax),
    ])
    const rounds = [...providers, ...ours.map(({ game, ...round }) => ({ ...round, gameId: houseGameId(game) }))]
    const results = new Map((await ticketResults(rounds.map(({ betId }) => betId))).map((one) => [one.betId, one]))
    const won = rounds
      .flatMap((round) => {
        const ticket = results.get(round.betId)
        return ticket?.state === 'won' && ticket.paid > ticket.stake ? [{ ...round, ticket }] : []
      })
      .toSorted((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, winnersMax)
    const [views, names] = await Promise.all([
      lobby.viewsOf(won.map(({ gameId }) => gameId)),
      bettorFacts([...new Set(won.map(({ ticket }) => ticket.bettor))]),
    ])
    return won.map(({ gameId, at, ticket }) => {
      const game = views.get(gameId)
      return {
        player: maskedName(names.get(ticket.bettor)),
        game_id: gameId,
        name: game?.name ?? gameId.slice(gameId.indexOf(':') + 1),
        amount: formatMoney(money(ticket.paid)),
        stake: formatMoney(money(ticket.stake)),
        ...(game && { provider: game.provider, image: game.image }),
        at: at.toISOString(),
      }
    })
  }

  async function readAndKeep(): Promise<CasinoWinner[]> {
    try {
      known = { list: await read(), atMs: monotonicMs() }
      return known.list
    } finally {
      reading = undefined
    }
  }

  async function latest(): Promise<CasinoWinner[]> {
    if (known && monotonicMs() - known.atMs <= keptMs) return known.list
    reading ??= readAndKeep()
    return reading
  }

  return {
    latest,
    /** The same for a page that is shown without them too: those that are known if the reading fails or takes long, undefined if none are. */
    async soon(): Promise<CasinoWinner[] | undefined> {
      const late = () => new Error(`the winners were not read within ${soonMs} ms`)
      try {
        const list = await withTimeout(latest(), { ms: soonMs, late })
        failures.done('winners')
        return list
      } catch (error) {
        const tries = failures.failed('winners')
        if (tries !== undefined) log.warn({ err: error, tries }, 'the lobby is shown without the newest winners')
        return known?.list
      }
    },
  }
}
