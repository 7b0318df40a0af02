import { expect, test } from 'vitest'
import type { BetValueState } from '@nare/contract/cash-out'
import type { LiveMessage } from '@nare/contract/live'
import { sharedApp } from '#testing/shared-app'
import { betsOn, pick } from '#testing/bets'
import { cashOutsOn } from '#testing/cash-outs'

const nare = await sharedApp()
const bets = betsOn(nare)
const cashOuts = cashOutsOn(nare)

const bettor = (shillings = 300) => nare.bettor(shillings)

/** A socket of a bettor that subscribes to the value of a bet. */
async function openSocket(token: string, betId: string) {
  const ws = await nare.app.app.injectWS('/v1/live')
  const received: (LiveMessage & { error?: string })[] = []
  ws.on('message', (data: Buffer) => received.push(JSON.parse(data.toString())))
  ws.send(JSON.stringify({ auth: token }))
  ws.send(JSON.stringify({ subscribe: [`bet:${betId}`] }))
  const values = () => received.filter(({ topic, error }) => topic === `bet:${betId}` && error === undefined)
  return {
    values,
    errors: () => received.flatMap(({ error }) => error ?? []),
    async value(expected: Partial<BetValueState>): Promise<void> {
      await expect.poll(() => values().at(-1)?.state).toMatchObject(expected)
    },
    close: () => ws.terminate(),
  }
}

test('a subscriber receives the value, each change of it, and a reason if the bet has no value', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const { bet_id } = await bets.mustPlace(token, [pick(match)])
  const socket = await openSocket(token, bet_id)
  const { amount } = await cashOuts.mustQuote(token, bet_id)
  await socket.value({ amount })
  await bets.price(match, { '1': { home_team: '1.80' } })
  await socket.value({ amount: (await cashOuts.mustQuote(token, bet_id)).amount })
  await bets.drive(match, { suspend: true })
  await socket.value({ reason: 'suspended' })
  expect(socket.values().at(-1)?.state).not.toHaveProperty('amount')
  await bets.drive(match, { suspend: false })
  const quote = await cashOuts.mustQuote(token, bet_id)
  await socket.value({ amount: quote.amount })
  await cashOuts.take(token, bet_id, quote.quote_id, { part: '0.50' })
  await socket.value({ amount: (await cashOuts.mustQuote(token, bet_id)).amount })
  await bets.result(match, { full_time: '1:0' })
  await socket.value({ reason: 'settled' })
  const versions = socket.values().map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  socket.close()
})

test('a price change that does not affect the value, or of another match, publishes nothing', async () => {
  const [match, other, { token }] = [await nare.match(), await nare.match(), await bettor()]
  const { bet_id } = await bets.mustPlace(token, [pick(match)])
  const socket = await openSocket(token, bet_id)
  await socket.value({ amount: (await cashOuts.mustQuote(token, bet_id)).amount })
  const before = socket.values().length
  await bets.price(match, { '29': { yes: '1.70' } })
  await bets.price(other, { '1': { home_team: '1.80' } })
  await nare.app.betting.cashOut.idle()
  await bets.price(match, { '1': { home_team: '1.80' } })
  await socket.value({ amount: (await cashOuts.mustQuote(token, bet_id)).amount })
  expect(socket.values().length - before).toBe(1)
  socket.close()
})

test('the id in a topic is written in one way: with leading zeros it is refused as unknown', async () => {
  const [match, { token }] = [await nare.match(), await bettor()]
  const { bet_id } = await bets.mustPlace(token, [pick(match)])
  const socket = await openSocket(token, `0${bet_id}`)
  await expect.poll(() => socket.errors()).toEqual(['unknown topic'])
  socket.close()
})

test('a topic of another bettor’s bet, or of a bet that does not exist, is refused as unknown', async () => {
  const [match, mine, theirs] = [await nare.match(), await bettor(), await bettor()]
  const { bet_id } = await bets.mustPlace(mine.token, [pick(match)])
  for (const id of [bet_id, '999999999999', 'x', '1:2']) {
    const other = await openSocket(theirs.token, id)
    await expect.poll(() => other.errors()).toEqual(['unknown topic'])
    expect(other.values()).toEqual([])
    other.close()
  }
})
