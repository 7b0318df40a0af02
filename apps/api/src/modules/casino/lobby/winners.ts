import type { CasinoGame, CasinoWinner } from '@nare/contract/casino'
import { formatMoney, money } from '@nare/money/money'
import { maskedName, type Identity } from '#modules/identity/identity'
import type { TicketResult } from '#modules/tickets/tickets'
import { monotonicMs } from '#platform/clock'
import { queryRows, type Db } from '#platform/db'

type Deps = {
  readonly db: Db
  readonly lobby: { readonly viewsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, CasinoGame>> }
  readonly ticketResults: (betIds: readonly bigint[]) => Promise<TicketResult[]>
  readonly bettorFacts: Identity['bettorFacts']
}

const roundsRead = 300
const winnersMax = 20
const keptMs = 5000

/**
 * The last casino rounds that paid more than their stake, newest first, with the stake, what was paid after the tax on winnings, and the
 * bettor's masked name. Read from settled tickets, at most every five seconds.
 */
export function openWinners({ db, lobby, ticketResults, bettorFacts }: Deps): () => Promise<CasinoWinner[]> {
  let kept: { readonly list: Promise<CasinoWinner[]>; readonly atMs: number } | undefined

  async function read(): Promise<CasinoWinner[]> {
    const rounds = await queryRows<{ betId: bigint; gameId: string; at: Date }>(db)`
      select bet_id as "betId", game_id as "gameId", closed_at as at from casino.round
      where closed_at is not null and bet_id is not null order by closed_at desc limit ${roundsRead}::int`
    const results = new Map((await ticketResults(rounds.map(({ betId }) => betId))).map((one) => [one.betId, one]))
    const won = rounds
      .flatMap((round) => {
        const ticket = results.get(round.betId)
        return ticket?.state === 'won' && ticket.paid > ticket.stake ? [{ ...round, ticket }] : []
      })
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

  return () => {
    if (!kept || monotonicMs() - kept.atMs > keptMs) {
      const list = read()
      kept = { list, atMs: monotonicMs() }
      list.catch(() => (kept = undefined))
    }
    return kept.list
  }
}
