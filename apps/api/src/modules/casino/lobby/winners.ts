import { sql } from 'kysely'
import type { CasinoGame, CasinoWinner } from '@nare/contract/casino'
import { formatMoney, money } from '@nare/money/money'
import type { TicketResult } from '#modules/betting/betting'
import { monotonicMs } from '#platform/clock'
import type { Db } from '#platform/db'

type Deps = {
  readonly db: Db
  readonly lobby: { readonly viewsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, CasinoGame>> }
  readonly ticketResults: (betIds: readonly bigint[]) => Promise<TicketResult[]>
  readonly msisdnsOf: (bettors: readonly bigint[]) => Promise<ReadonlyMap<bigint, { readonly msisdn: string }>>
}

const roundsRead = 300
const winnersMost = 20
const keptMs = 5000

/** A number that nobody can call: the first four and the last three digits. */
export const maskedNumber = (msisdn: string): string => `${msisdn.slice(0, 4)}***${msisdn.slice(-3)}`

/**
 * The last rounds of the casino that paid more than their stake, newest first, each with its stake beside the win and the bettor's
 * number masked. Read from settled tickets, at most every five seconds.
 */
export function openWinners({ db, lobby, ticketResults, msisdnsOf }: Deps): () => Promise<CasinoWinner[]> {
  let kept: { readonly list: Promise<CasinoWinner[]>; readonly atMs: number } | undefined

  async function read(): Promise<CasinoWinner[]> {
    const { rows: rounds } = await sql<{ betId: bigint; gameId: string; at: Date }>`
      select bet_id as "betId", game_id as "gameId", closed_at as at from casino.round
      where closed_at is not null and bet_id is not null order by closed_at desc limit ${roundsRead}::int`.execute(db)
    const results = new Map((await ticketResults(rounds.map(({ betId }) => betId))).map((one) => [one.betId, one]))
    const won = rounds
      .flatMap((round) => {
        const ticket = results.get(round.betId)
        return ticket?.state === 'won' && ticket.returned > ticket.stake ? [{ ...round, ticket }] : []
      })
      .slice(0, winnersMost)
    const [views, numbers] = await Promise.all([
      lobby.viewsOf(won.map(({ gameId }) => gameId)),
      msisdnsOf([...new Set(won.map(({ ticket }) => ticket.bettor))]),
    ])
    return won.map(({ gameId, at, ticket }) => {
      const game = views.get(gameId)
      return {
        player: maskedNumber(numbers.get(ticket.bettor)?.msisdn ?? ''),
        game_id: gameId,
        name: game?.name ?? gameId.slice(gameId.indexOf(':') + 1),
        amount: formatMoney(money(ticket.returned)),
        stake: formatMoney(money(ticket.stake)),
        ...(game && { provider: game.provider, image: game.image }),
        at: at.toISOString(),
      }
    })
  }

  return () => {
    if (!kept || monotonicMs() - kept.atMs > keptMs) {
      const list = read()
      kept = { list, atMs: monotonicMs() }
      list.catch(() => (kept = undefined))
    }
    return kept.list
  }
}
