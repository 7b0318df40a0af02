import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '@nare/contract/sandbox'
import { verifyBonus } from '#modules/bonus/bonus'
import { bonusTickets } from '#modules/tickets/tickets'
import { betsOn, pick, type Bets, type SentPick } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'
import { insuredAmount, terms } from '#testing/money-insurance-books'
import type { SeededBettor } from '#testing/seed'
import { promotionsWorld, type PromotionsWorld } from '#testing/promotions-world'

let world: PromotionsWorld
let bets: Bets
beforeAll(async () => {
  world = await promotionsWorld()
  bets = betsOn(world.nare)
})
afterAll(() => world.close())

const steps = Number(process.env['FULL_LENGTH'] ? 250 : 60)
const shillings = (cents: bigint): string => `${cents / 100n}`
const outcomes = { won: '1:0', lost: '0:1', void: undefined } as const
type Outcome = keyof typeof outcomes

/** A multi of the model: its stake in cents, its matches, whether it was cashed out, and whether it has earned its stake. */
type Multi = {
  betId: string
  readonly stake: bigint
  readonly matches: readonly string[]
  isClosed: boolean
  isPaid: boolean
}

/** Numbers by which a course takes its steps: the same for the same seed. */
function course(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The slow twin: what the insurance owes a bettor for the bets that are decided now. A bet is paid once, whatever becomes of it. */
function lookedAt(own: readonly Multi[], results: ReadonlyMap<string, Outcome>, given: bigint): bigint {
  let sum = given
  for (const multi of own.filter(({ isClosed, isPaid }) => !isClosed && !isPaid)) {
    const states = multi.matches.map((match) => results.get(match) ?? 'open')
    const amount = insuredAmount({ cents: multi.stake, states }, sum)
    multi.isPaid = amount > 0n
    sum += amount
  }
  return sum
}

test('in a random course of multis, edits, cash-outs, results and corrections an insurance has given each bettor what a slow twin says', async () => {
  const cashOuts = cashOutsOn(world.nare)
  const promotion = await world.opened({
    ...{
      kind: 'insurance',
      most: shillings(terms.most),
      per_bet: shillings(terms.perBet),
      min_stake: shillings(terms.minStake),
    },
    ...{ min_legs: terms.minLegs, min_leg: '1.40', min_odds: '2.00', wager: 1, days: 7 },
  })
  const bettors = await world.nare.bettors(4, 5_000)
  for (const { token } of bettors) expect((await world.optIn(promotion, token)).status).toBe(200)
  const roll = course(Number(process.env['SEED'] ?? 20_261_129))
  const results = new Map<string, Outcome>()
  const multis = new Map<SeededBettor, Multi[]>(bettors.map((bettor) => [bettor, []]))
  const owed = new Map<SeededBettor, bigint>(bettors.map((bettor) => [bettor, 0n]))
  const someone = (): SeededBettor => bettors[roll(bettors.length)] as SeededBettor
  const newSlip = async (): Promise<{ matches: string[]; picks: SentPick[] }> => {
    const matches = await Promise.all(Array.from({ length: terms.minLegs + roll(2) }, () => world.nare.match()))
    return { matches, picks: matches.map((match) => pick(match)) }
  }
  const openOne = (bettor: SeededBettor): Multi | undefined => {
    const open = (multis.get(bettor) ?? []).filter(
      ({ isClosed, matches }) => !isClosed && matches.some((match) => !results.has(match)),
    )
    return open[roll(open.length || 1)]
  }
  const give = async (match: string, outcome: Outcome): Promise<void> => {
    const score = outcomes[outcome]
    await bets.result(match, score === undefined ? { cancelled: true, reason: 'rain' } : { full_time: score })
    results.set(match, outcome)
  }
  /** Mostly won, so that some multis fail by one leg. */
  const anyOutcome = (): Outcome => (['won', 'won', 'won', 'won', 'won', 'lost', 'void'] as const)[roll(7)] ?? 'won'

  const doing = [
    async () => {
      const [bettor, { matches, picks }] = [someone(), await newSlip()]
      const stake = 50 + roll(100)
      const { bet_id: betId } = await bets.mustPlace(bettor.token, picks, { stake: `${stake}` })
      multis.get(bettor)?.push({ betId, stake: BigInt(stake) * 100n, matches, isClosed: false, isPaid: false })
    },
    async () => {
      const bettor = someone()
      const multi = openOne(bettor)
      const quote = multi && (await cashOuts.quote(bettor.token, multi.betId))
      if (!multi || quote?.status !== 200) return
      const { matches, picks } = await newSlip()
      const given = { bet: multi.betId, quote: quote.body.quote_id, picks }
      const { status, body } = await cashOuts.edit(bettor.token, given)
      if (status !== 201) return
      multi.isClosed = true
      const stake = BigInt(body.bet.stake.replace('.', ''))
      multis.get(bettor)?.push({ betId: body.bet.bet_id, stake, matches, isClosed: false, isPaid: false })
    },
    async () => {
      const bettor = someone()
      const multi = openOne(bettor)
      const quote = multi && (await cashOuts.quote(bettor.token, multi.betId))
      if (!multi || quote?.status !== 200) return
      const part = roll(2) === 0 ? { part: '0.50' } : {}
      const { status } = await cashOuts.take(bettor.token, multi.betId, quote.body.quote_id, part)
      if (status === 200) multi.isClosed = true
    },
    async () => {
      const multi = openOne(someone())
      const left = multi?.matches.filter((match) => !results.has(match)) ?? []
      for (const match of left.slice(0, 1 + roll(terms.minLegs))) await give(match, anyOutcome())
    },
    async () => {
      const known = [...results.keys()]
      const match = known[roll(known.length || 1)]
      if (match !== undefined) await give(match, roll(2) === 0 ? 'won' : 'lost')
    },
    async () => {
      await world.nare.call(sandbox.clock, { advance_s: 61 })
      await world.run()
      for (const bettor of bettors)
        owed.set(bettor, lookedAt(multis.get(bettor) ?? [], results, owed.get(bettor) ?? 0n))
    },
  ]
  const givenTo = async ({ id }: SeededBettor): Promise<bigint> => {
    const { rows } = await sql<{ sum: bigint }>`
      select coalesce(sum(amount), 0)::bigint as sum from bonus.grant where bettor_id = ${id}::bigint`.execute(
      world.nare.base.db,
    )
    return rows[0]?.sum ?? 0n
  }
  const [place, edit, take, result, correct, look] = doing
  const often = [place, place, edit, take, result, result, result, result, correct, look, look]
  for (let n = 0; n < steps; n++) {
    await often[roll(often.length)]?.()
    // Whatever a settlement says is read before a correction can follow: the twin looks as often.
    await look?.()
    if (n % 10 === 0) for (const bettor of bettors) expect(await givenTo(bettor)).toBe(owed.get(bettor))
  }
  for (const bettor of bettors) expect(await givenTo(bettor)).toBe(owed.get(bettor))
  expect([...owed.values()].reduce((sum, one) => sum + one, 0n)).toBeGreaterThan(0n)
  await bets.verifyBooks()
  expect((await verifyBonus(world.nare.base.db, bonusTickets)).filter(({ broken }) => broken > 0)).toEqual([])
})
