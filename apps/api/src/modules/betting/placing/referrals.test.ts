import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { operatorFixtures } from '@nare/contract/operator-trading-results'
import { consoleReferrals } from '@nare/contract/operator-trading-referrals'
import { openReferralApp, referralReason as reason, trader, type ReferralApp } from '#testing/referrals'
import { pick } from '#testing/bets'

let rig: ReferralApp
let match: string

beforeAll(async () => void (rig = await openReferralApp()))
afterAll(async () => {
  await rig.bets.verifyBooks()
  await rig.nare.close()
})
beforeEach(async () => void (match = await rig.newMatch()))

test('a slip above the limits waits for a trader with its stake reserved, and one below is placed at once', async () => {
  const { nare, bets, newBettor, refer, decide, seen } = rig
  const bettor = await newBettor()
  expect((await bets.place(bettor.token, [pick(match)], { stake: '50' })).status).toBe(201)
  const { id, slip, sent } = await refer(match, bettor)
  expect(sent.body).toMatchObject({ bet_id: id, balance: '850.00', bet: { state: 'referred', total_odds: '2.10' } })
  expect(Date.parse(sent.body.until ?? '') - nare.app.clock.now()).toBeGreaterThan(50_000)
  expect(await bets.balance(bettor.token)).toBe('850.00')
  expect(await nare.call(betting.place, slip, bettor.token)).toMatchObject({ status: 202, body: { bet_id: id } })
  for (const name of [id, slip.id]) expect(await seen(bettor, name)).toMatchObject({ bet_id: id, state: 'referred' })
  expect((await nare.call(betting.bets, {}, bettor.token)).body.data).toHaveLength(1)
  const { data } = (await nare.call(consoleReferrals.referrals, {}, trader)).body
  expect(data.find((row) => row.id === id)).toMatchObject({
    ...{ state: 'referred', stake: '100.00', possible_win: '210.00', in_play: false },
    ...{ bettor: { bettor_id: String(bettor.id), stake_percent: 100 } },
    legs: [{ odd_value: '2.10', present: '2.10', interrupted: false, liability_max: '20000000.00' }],
  })
  expect((await decide(id, 'refuse')).body.state).toBe('refused')
})

test('a payout above the limit is referred too, and nothing is while referral is off', async () => {
  const { bets, change, newBettor, refer } = rig
  const bettor = await newBettor()
  await change('referral.win', '80')
  await refer(match, bettor, { stake: '40' })
  await change('referral.on', false)
  expect((await bets.place(bettor.token, [pick(match)])).status).toBe(201)
  await change('referral.on', true)
  await change('referral.win', '1000000')
})

test('an accepted bet is placed with the reserved stake; the same command answers it, and a repeated answer changes nothing', async () => {
  const { nare, bets, newBettor, refer, decide, withdraw, seen, reservedOf } = rig
  const bettor = await newBettor()
  const { id, slip } = await refer(match, bettor)
  for (let n = 0; n < 2; n++) expect((await decide(id, 'accept')).body).toMatchObject({ bet_id: id, state: 'placed' })
  expect(await decide(id, 'refuse')).toMatchObject({ status: 422, body: { code: 'not_available', state: 'placed' } })
  expect(await nare.call(betting.place, slip, bettor.token)).toMatchObject({
    status: 201,
    body: { bet: { bet_id: id } },
  })
  expect(await seen(bettor, slip.id)).toMatchObject({
    bet_id: id,
    state: 'open',
    stake: '100.00',
    possible_win: '210.00',
  })
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['900.00', 0])
  expect((await withdraw(bettor, id)).body).toMatchObject({ code: 'not_available', state: 'placed' })
})

test('a refused bet returns its stake, and the same command answers the refusal instead of being referred again', async () => {
  const { nare, bets, newBettor, refer, decide, seen, reservedOf } = rig
  const bettor = await newBettor()
  const { id, slip } = await refer(match, bettor)
  for (let n = 0; n < 2; n++) expect((await decide(id, 'refuse')).body.state).toBe('refused')
  expect(await nare.call(betting.place, slip, bettor.token)).toMatchObject({
    status: 422,
    body: { code: 'not_available' },
  })
  expect(await seen(bettor, slip.id)).toMatchObject({ state: 'refused', referral: { code: 'not_available' } })
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['1000.00', 0])
})

test('an accepted bet is placed at the lower of the asked and the present price', async () => {
  const { bets, newBettor, refer, decide, seen } = rig
  const bettor = await newBettor()
  const [rising, falling, strict] = [
    await refer(match, bettor),
    await refer(match, bettor, { accept: 'any' }),
    await refer(match, bettor),
  ]
  await bets.price(match, { '1': { home_team: '2.50' } })
  await decide(rising.id, 'accept')
  expect(await seen(bettor, rising.id)).toMatchObject({ state: 'open', total_odds: '2.10' })
  await bets.price(match, { '1': { home_team: '1.80' } })
  await decide(falling.id, 'accept')
  expect(await seen(bettor, falling.id)).toMatchObject({ state: 'open', total_odds: '1.80', possible_win: '180.00' })
  // Who accepts no lower odds gets none.
  expect((await decide(strict.id, 'accept')).body).toMatchObject({ state: 'refused', code: 'odds_changed' })
  expect(await bets.balance(bettor.token)).toBe('800.00')
})

test('in play a withdrawal takes effect after the live delay, and an acceptance until then binds', async () => {
  const { nare, bets, newBettor, refer, decide, withdraw, work, seen, reservedOf } = rig
  await bets.drive(match, { state: 'live', minute: 10 })
  const bettor = await newBettor()
  const [left, accepted] = [await refer(match, bettor), await refer(match, bettor)]
  for (const { id } of [left, accepted])
    expect((await withdraw(bettor, id)).body.data).toMatchObject({ state: 'referred', referral: { state: 'referred' } })
  expect(await seen(bettor, left.id)).toHaveProperty('referral.withdraw_at')
  expect((await decide(accepted.id, 'accept')).body.state).toBe('accepted')
  expect((await withdraw(bettor, accepted.id)).body).toMatchObject({ code: 'not_available', state: 'accepted' })
  await work()
  expect(await bets.balance(bettor.token)).toBe('800.00')
  await nare.app.clock.advance(30)
  await work()
  expect(await seen(bettor, left.id)).toMatchObject({ state: 'refused', referral: { state: 'withdrawn' } })
  expect(await seen(bettor, accepted.id)).toMatchObject({ state: 'open' })
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['900.00', 0])
})

test('a match with a longer live delay makes a withdrawal and an accepted bet wait for it', async () => {
  const { nare, bets, newBettor, refer, decide, withdraw, work, seen } = rig
  await bets.drive(match, { state: 'live', minute: 10 })
  await nare.call(operatorFixtures.delayMatch, { match_id: match, seconds: 25, reason }, trader)
  const bettor = await newBettor()
  const [left, accepted] = [await refer(match, bettor), await refer(match, bettor)]
  await withdraw(bettor, left.id)
  await decide(accepted.id, 'accept')
  await nare.app.clock.advance(20)
  await work()
  expect(await seen(bettor, left.id)).toMatchObject({ referral: { state: 'referred' } })
  expect(await seen(bettor, accepted.id)).toMatchObject({ referral: { state: 'accepted' } })
  // The feed reports only now what the bettor has seen before the withdrawal.
  await decide(left.id, 'accept')
  for (const suspend of [true, false]) await bets.drive(match, { suspend })
  await nare.app.clock.advance(25)
  await work()
  expect(await seen(bettor, left.id)).toMatchObject({ referral: { state: 'refused', code: 'market_suspended' } })
  expect(await seen(bettor, accepted.id)).toMatchObject({ referral: { state: 'refused', code: 'market_suspended' } })
  expect(await bets.balance(bettor.token)).toBe('1000.00')
})

test('a bet in play waits for the live delay after its acceptance, and an event until then or before refuses it', async () => {
  const { nare, bets, newBettor, refer, decide, work, seen } = rig
  await bets.drive(match, { state: 'live', minute: 10 })
  const bettor = await newBettor()
  const [before, during, calm] = [await refer(match, bettor), await refer(match, bettor), await refer(match, bettor)]
  expect((await decide(during.id, 'accept')).body.state).toBe('accepted')
  for (const suspend of [true, false]) await bets.drive(match, { suspend })
  expect((await decide(before.id, 'accept')).body.state).toBe('accepted')
  await nare.app.clock.advance(30)
  await work()
  for (const { id } of [before, during, calm].slice(0, 2))
    expect(await seen(bettor, id)).toMatchObject({ state: 'refused', referral: { code: 'market_suspended' } })
  expect(await bets.balance(bettor.token)).toBe('900.00')
  await nare.app.clock.advance(60)
  await work()
})

test('a kick-off while a bet waits refuses it', async () => {
  const { nare, bets, newBettor, refer, decide, work, seen } = rig
  const bettor = await newBettor()
  const { id } = await refer(match, bettor)
  await bets.drive(match, { state: 'live', minute: 10 })
  await decide(id, 'accept')
  await nare.app.clock.advance(30)
  await work()
  expect(await seen(bettor, id)).toMatchObject({ state: 'refused', referral: { code: 'market_suspended' } })
  expect(await bets.balance(bettor.token)).toBe('1000.00')
})

test('an offer of a lower stake and price is placed when taken, and the difference returns', async () => {
  const { bets, newBettor, refer, decide, answerOffer, reservedOf } = rig
  const bettor = await newBettor()
  const { id } = await refer(match, bettor)
  expect((await decide(id, 'offer', { stake: '60', price: '1.95' })).body).toMatchObject({
    state: 'offered',
    offer: { stake: '60.00', total_odds: '1.95', possible_win: '117.00' },
  })
  for (let n = 0; n < 2; n++)
    expect((await answerOffer(bettor, id, true)).body).toMatchObject({
      data: { state: 'open', stake: '60.00', total_odds: '1.95', possible_win: '117.00' },
    })
  expect((await answerOffer(bettor, id, false)).body).toMatchObject({ code: 'not_available' })
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['940.00', 0])
  await bets.result(match, { full_time: '1:0' })
  expect(await bets.balance(bettor.token)).toBe('1057.00')
})

test('an offer is never above what was asked, and says what is wrong with it', async () => {
  const { newBettor, refer, decide, answerOffer } = rig
  const bettor = await newBettor()
  const { id } = await refer(match, bettor)
  for (const [terms, field] of [
    [{}, 'stake'],
    [{ stake: '100' }, 'stake'],
    [{ stake: '101' }, 'stake'],
    [{ price: '2.20' }, 'price'],
    [{ price: '1.00' }, 'price'],
  ] as const) {
    const reply = await decide(id, 'offer', terms)
    expect(reply, JSON.stringify(terms)).toMatchObject({
      status: 400,
      body: { fields: { [field]: expect.any(String) as string } },
    })
  }
  expect((await decide(id, 'offer', { price: '2.00' })).body.state).toBe('offered')
  expect((await answerOffer(bettor, id, false)).body).toMatchObject({ balance: '1000.00', data: { state: 'refused' } })
})

test('a taken offer that is refused after all returns the whole stake', async () => {
  const { bets, newBettor, refer, decide, answerOffer, reservedOf } = rig
  const bettor = await newBettor()
  const { id } = await refer(match, bettor)
  await decide(id, 'offer', { stake: '60' })
  await bets.drive(match, { suspend: true })
  expect((await answerOffer(bettor, id, true)).body).toMatchObject({ data: { state: 'refused' } })
  expect([await bets.balance(bettor.token), await reservedOf(bettor)]).toEqual(['1000.00', 0])
})

test('only traders decide, and nobody else sees a bet that waits', async () => {
  const { nare, newBettor, refer, decide, withdraw } = rig
  const [bettor, stranger] = [await newBettor(), await newBettor()]
  const { id } = await refer(match, bettor)
  expect((await nare.call(betting.bet, { id }, stranger.token)).status).toBe(404)
  expect((await withdraw(stranger, id)).status).toBe(404)
  expect((await nare.call(consoleReferrals.referrals, {}, bettor.token)).status).toBe(403)
  expect((await decide('999999999', 'accept')).status).toBe(404)
  await withdraw(bettor, id)
})
