import { casino } from '@nare/contract/casino'
import { testApp, type TestApp } from './app.ts'
import type { SeededBettor } from './seed.ts'
import { queryRows } from '#platform/db'

type Json = Record<string, unknown>
export type Answer = { readonly status: number; readonly body: Json }

type BookRound = {
  readonly round_id: string
  readonly player_id: string
  readonly state: string
  readonly staked: string
  readonly paid: string
  readonly transactions: readonly { kind: string; state: string }[]
}
export type ArcadeBook = { readonly rounds: readonly BookRound[]; readonly owed: number }

/** The application and the sandbox's games, which call its wallet over HTTP. Flights are a thousand times faster. */
export async function arcadeApp(env: Record<string, string> = {}) {
  const nare: TestApp = await testApp({ ARCADE: 'on', ARCADE_PORT: '0', ARCADE_SPEED: '1000', PORT: '0', ...env })
  await nare.app.listen()
  const { arcade } = nare.app
  if (!arcade) throw new Error('the sandbox games are off')
  const origin = (await arcade.origin()) ?? ''

  async function post(path: string, body: Json): Promise<Answer> {
    const reply = await fetch(`${origin}${path}`, { method: 'POST', body: JSON.stringify(body) })
    return { status: reply.status, body: (await reply.json()) as Json }
  }

  return {
    nare,
    origin,
    post,
    /** Opens a game as the frame does; returns its session. */
    async open(gameId: string, bettor: SeededBettor | undefined, mode: 'real' | 'demo' = 'real'): Promise<Answer> {
      const { status, body } = await nare.call(casino.play, { game_id: gameId, mode }, bettor?.token)
      if (status !== 200) throw new Error(`the game was not opened: ${JSON.stringify(body)}`)
      return post('/api/open', { launch: new URL(body.result.gameURL).search.slice(1) })
    },
    book: async (provider: string): Promise<ArcadeBook> =>
      (await (await fetch(`${origin}/book?provider=${provider}`)).json()) as ArcadeBook,
    /** The bettor and the net win of our ticket for each of a provider's rounds, by the provider's round id. */
    async ours(provider: string): Promise<Map<string, { bettor: bigint; net: bigint }>> {
      const rows = await queryRows<{ id: string; bettor: bigint; net: bigint }>(nare.base.db)`
        select r.round_id as id, r.bettor_id as bettor, coalesce(b.returned - b.stake, 0)::bigint as net
        from casino.round r left join betting.bet b using (bet_id) where r.provider = ${provider}`
      return new Map(rows.map(({ id, bettor, net }) => [id.slice(id.indexOf(':') + 1), { bettor, net }]))
    },
    close: () => nare.close(),
  }
}

export type ArcadeApp = Awaited<ReturnType<typeof arcadeApp>>
