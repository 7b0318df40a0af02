import { expect } from 'vitest'
import { parseMoney } from '@nare/money/money'
import type { ArcadeApp, ArcadeBook } from '#testing/arcade'
import { betsOn } from '#testing/bets'
import type { SeededBettor } from '#testing/seed'

const faults = ['lost_answer', 'doubled', 'out_of_order', 'malformed', 'late'] as const
export const cents = (text: string): bigint => parseMoney(text) ?? 0n
/** A game of each provider, its calls that can fail, and the moves of a round. */
export const dialects = [
  { provider: 'pragmatic', gameId: 'pragmatic:savanna-reels', calls: ['bet', 'win', 'rollback'], moves: [{}] },
  {
    ...{ provider: 'smartsoft', gameId: 'smartsoft:jetx', calls: ['bet', 'win', 'rollback'] },
    moves: [{ action: 'start', auto: '1.50' }, { action: 'wait' }],
  },
  { provider: 'bgaming', gameId: 'bgaming:coin-duel', calls: ['play', 'rollback'], moves: [{ side: 'heads' }] },
  { provider: 'hub88', gameId: 'hub88:mini-roulette', calls: ['bet', 'win', 'rollback'], moves: [{ on: 'red' }] },
] as const

const netOf = (round: ArcadeBook['rounds'][number]): bigint => cents(round.paid) - cents(round.staked)

/** Compares the books of provider and platform round by round, and the players' balances with them. */
async function expectEqualBooks(
  arcade: ArcadeApp,
  provider: string,
  bettors: readonly SeededBettor[],
): Promise<ArcadeBook> {
  const owed = async () => {
    await arcade.post('/quiet', {})
    return (await arcade.book(provider)).owed
  }
  await expect.poll(owed, { timeout: 30_000 }).toBe(0)
  const book = await arcade.book(provider)
  const ours = await arcade.ours(provider)
  const theirs = new Map(book.rounds.map((round) => [round.round_id, netOf(round)]))
  for (const [id, net] of theirs) expect([id, ours.get(id)?.net ?? 0n]).toEqual([id, net])
  for (const [id, { net }] of ours) expect([id, theirs.get(id)]).toEqual([id, net])
  for (const bettor of bettors) {
    const mine = book.rounds.filter((round) => BigInt(round.player_id) === bettor.id)
    const total = mine.reduce((sum, round) => sum + netOf(round), 2_000_000n)
    expect(cents(await betsOn(arcade.nare).balance(bettor.token))).toBe(total)
  }
  return book
}

/**
 * Plays this many rounds of a game by four concurrent bettors, two of three rounds with a fault between the provider and the wallet, and
 * compares the books.
 */
export async function playWithFaults(
  arcade: ArcadeApp,
  { provider, gameId, calls, moves }: (typeof dialects)[number],
  count: number,
): Promise<ArcadeBook> {
  const bettors = await arcade.nare.bettors(4, 20_000)
  const orders = faults.flatMap((fault) => calls.map((call) => ({ fault, call, provider, next: 1 })))
  await Promise.all(
    bettors.map(async (bettor, lane) => {
      const { body } = await arcade.open(gameId, bettor)
      for (let n = 0; n < count / 4; n++) {
        if (n % 3 !== 2) await arcade.post('/faults', orders[(n * 4 + lane) % orders.length] ?? {})
        for (const move of moves) {
          const staking = !('action' in move) || move.action === 'start'
          const made = await arcade.post('/api/play', {
            session: body['session'],
            ...move,
            ...(staking && { stake: '20' }),
          })
          expect([200, 503]).toContain(made.status)
        }
      }
    }),
  )
  const book = await expectEqualBooks(arcade, provider, bettors)
  expect(book.rounds).toHaveLength(count)
  expect(new Set(book.rounds.map(({ state }) => state))).toEqual(new Set(['closed', 'refunded']))
  const entries = book.rounds.flatMap(({ transactions }) => transactions)
  expect(entries.filter(({ kind }) => kind === 'rollback').length).toBeGreaterThan(count / 20)
  await betsOn(arcade.nare).verifyBooks()
  return book
}
