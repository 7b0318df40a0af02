import { isOfScore } from '@nare/bets/risk/book-ends'
import { catalog } from '@nare/contract/catalog'
import type { TestApp } from './app.ts'
import { betsOn, type SentPick } from './bets.ts'
import { cashOutsOn } from './cash-outs.ts'
import { randomFrom } from './random-boards.ts'

/**
 * A random course of bets on a few matches: singles, multis and systems are placed, cashed out wholly or in part, settled, settled by a corrected
 * result, reopened and voided. The same seed makes the same course.
 */
export async function bookCourse(nare: TestApp, seed: number) {
  const random = randomFrom(seed)
  const bets = betsOn(nare)
  const cashOuts = cashOutsOn(nare)
  const { token } = await nare.bettor(1_000_000)
  const upTo = (most: number): number => Math.min(most - 1, Math.floor(random() * most))
  const oneOf = <T>(all: readonly T[]): T | undefined => all[upTo(all.length)]
  const placed: string[] = []
  const resulted = new Set<string>()
  const matches: string[] = []
  for (let n = 0; n < 5; n++) matches.push(await nare.match())

  async function pickOn(match: string): Promise<SentPick | undefined> {
    const { odds = [] } = (await nare.call(catalog.match, { match_id: match })).body.data
    const offered = odds.flatMap((market) =>
      market.state === 'open'
        ? market.odds.flatMap(({ odd_key, odd_value }) =>
            odd_value !== null && isOfScore(market.sub_type_id, odd_key)
              ? [{ match_id: match, sub_type_id: market.sub_type_id, odd_key, odd_value }]
              : [],
          )
        : [],
    )
    return oneOf(offered)
  }

  async function place(): Promise<void> {
    const open = matches.filter((match) => !resulted.has(match)).toSorted(() => random() - 0.5)
    const picks = await Promise.all(open.slice(0, 1 + upTo(3)).map(pickOn))
    const slip = picks.flatMap((one) => one ?? [])
    if (slip.length === 0) return
    const system = slip.length === 3 && random() < 0.5 ? { type: 'system' as const, system: [2] } : {}
    const reply = await bets.place(token, slip, { stake: String(1 + upTo(200)), ...system })
    if (reply.status === 201) placed.push(reply.body.bet.bet_id)
  }

  async function cashOut(): Promise<void> {
    const id = oneOf(placed)
    if (id === undefined) return
    const quote = await cashOuts.quote(token, id)
    if (quote.status !== 200) return
    await cashOuts.take(token, id, quote.body.quote_id, random() < 0.7 ? { part: '0.40' } : {})
  }

  async function result(): Promise<void> {
    const match = oneOf(matches)
    if (match === undefined) return
    if (resulted.has(match) && random() < 0.3) {
      resulted.delete(match)
      await bets.result(match, { rollback: true })
    } else if (random() < 0.2) {
      resulted.add(match)
      await bets.result(match, { cancelled: true, reason: 'rain' })
    } else {
      resulted.add(match)
      const [h, a] = [upTo(3), upTo(3)]
      await bets.result(match, { half_time: `${h}:${a}`, full_time: `${h + upTo(3)}:${a + upTo(3)}` })
    }
  }

  return {
    matches: matches.map(Number),
    /** Makes the next step; most of them are bets. */
    async step(): Promise<void> {
      const which = random()
      await (which < 0.65 ? place() : which < 0.85 ? cashOut() : result())
    },
  }
}
