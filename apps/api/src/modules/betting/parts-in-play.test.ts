import { expect, test } from 'vitest'
import { sharedApp } from '#testing/shared-app'
import { betsOn } from '#testing/bets'
import { combinationsOn } from '#testing/combinations'

const nare = await sharedApp()
const bets = betsOn(nare)
const of = combinationsOn(nare)

test('the parts of an open combination follow the match: what the score has decided is decided, and open again when a goal is taken back', async () => {
  const [match, { token }] = [await nare.match(), await nare.bettor(500)]
  const one = await of.priced(match, [
    ['1', 'home_team'],
    ['18', 'over 2.5'],
    ['60', 'draw'],
  ])
  const { bet_id, legs } = await bets.mustPlace(token, [one])
  const now = async () => {
    const bet = await bets.bet(token, bet_id)
    return [bet.state, bet.legs[0]?.state, bet.legs[0]?.parts?.map(({ state }) => state)]
  }
  const open = ['open', 'open', 'open']
  expect(legs[0]?.parts?.map(({ state }) => state)).toEqual(open)
  await bets.drive(match, { state: 'live', minute: 10, score: '0:1' })
  expect(await now()).toEqual(['open', 'open', open])
  await bets.drive(match, { minute: 40, score: '1:1' })
  await bets.drive(match, { minute: 45, event: 'half_time' })
  expect(await now()).toEqual(['open', 'open', ['open', 'open', 'won']])
  await bets.drive(match, { minute: 60, score: '2:1' })
  expect(await now()).toEqual(['open', 'open', ['open', 'won', 'won']])
  await bets.drive(match, { minute: 61, score: '1:1' })
  expect(await now()).toEqual(['open', 'open', ['open', 'open', 'won']])
  // The score of the end is not yet the result.
  await bets.drive(match, { minute: 90, score: '2:1' })
  await bets.drive(match, { state: 'ended' })
  expect(await now()).toEqual(['open', 'open', ['open', 'won', 'won']])
  await bets.result(match, { half_time: '1:1', full_time: '2:1' })
  expect(await now()).toEqual(['won', 'won', ['won', 'won', 'won']])
})
