import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { betting } from '@nare/contract/betting'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { smsCallbackPaths } from '#modules/identity/identity'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, closeWithBooks } from '#testing/bets'
import { combinationsOn, usualKey } from '#testing/combinations'
import type { SeededBettor } from '#testing/seed'
import { commandIdOf } from './sms.ts'

const secret = 'b6'.repeat(32)
let nare: TestApp
let bets: ReturnType<typeof betsOn>
let path: string

beforeAll(async () => {
  nare = await testApp({ CALLBACK_SECRET: secret })
  bets = betsOn(nare)
  path = (await smsCallbackPaths(async () => Buffer.from(secret, 'hex'))).incoming
})
afterAll(() => closeWithBooks(nare))

type Person = SeededBettor & { readonly msisdn: string }

async function person(shillings = 1000): Promise<Person> {
  const bettor = await nare.bettor(shillings)
  const { rows } = await sql<{ msisdn: string }>`
    select msisdn from identity.bettor where id = ${bettor.id}::bigint`.execute(nare.base.db)
  return { ...bettor, msisdn: rows[0]?.msisdn ?? '' }
}

type Delivery = { id?: string; date?: string; times?: number }

/** Delivers a message through the provider's callback, and waits for what it comes to. */
async function deliver(
  { msisdn }: { msisdn: string },
  text: string,
  { id = randomUUID(), date, times = 1 }: Delivery = {},
) {
  const form = { id, from: `+${msisdn}`, to: '22384', text, ...(date && { date }) }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams(form).toString()
  const replies = await Promise.all(
    Array.from({ length: times }, () => nare.app.app.inject({ method: 'POST', url: path, headers, payload })),
  )
  await nare.app.smsBets.run()
  return replies.map(({ statusCode }) => statusCode)
}

const repliesTo = async ({ msisdn }: { msisdn: string }): Promise<string[]> =>
  (await nare.call(sandbox.phone, { msisdn })).body.sms.map(({ text }) => text)

const gameIdOf = async (match: string): Promise<string> => {
  const { rows } = await sql<{ game_id: number }>`
    select game_id from catalog.match where id = ${Number(match)}::int`.execute(nare.base.db)
  return String(rows[0]?.game_id)
}

test('a bet by SMS is placed at the current price, answered, and settled like any other bet', async () => {
  const [match, bettor] = [await nare.match(), await person()]
  const game = await gameIdOf(match)
  await bets.price(match, { '1': { home_team: '2.35' } })
  await nare.call(sandbox.sendSms, { msisdn: bettor.msisdn, text: `bet ${game}#1#100` })
  await nare.call(sandbox.quiet, {})
  const [reply = ''] = await repliesTo(bettor)
  expect(reply).toMatch(
    new RegExp(
      `^Bet \\d+ placed: ${game} 1 @2\\.35\\. Stake KSh 100\\.00, odds 2\\.35, possible payout KSh 235\\.00\\. Balance KSh 900\\.00$`,
    ),
  )
  const betId = /Bet (\d+)/.exec(reply)?.[1] ?? ''
  await bets.result(match, { full_time: '1:0' })
  expect(await bets.bet(bettor.token, betId)).toMatchObject({ state: 'won', returned: '235.00' })
})

test('the picks of a booking code are placed at their present prices, a combination too', async () => {
  const [match, bettor] = [await nare.match(), await person()]
  const { code } = (await nare.call(betting.share, { slip: [await combinationsOn(nare).priced(match)] })).body
  await deliver(bettor, `bet ${code}#100`, { times: 3 })
  await deliver(bettor, 'BETI ZZZZZZ#100')
  const [placed, unknown] = await repliesTo(bettor)
  expect(placed).toMatch(/^Bet \d+ placed: \d+ 1X2: 1 \+ .* @.*Balance KSh 900\.00$/)
  expect(unknown).toBe('Haikuwekwa: hakuna nambari ya mkeka ZZZZZZ')
  expect((await nare.call(betting.bets, {}, bettor.token)).body.data).toMatchObject([
    { stake: '100.00', legs: [{ sub_type_id: '900', odd_key: usualKey }] },
  ])
  await bets.drive(match, { state: 'live', minute: 1 })
  await deliver(bettor, `BET ${code}#100`)
  expect((await repliesTo(bettor)).at(-1)).toMatch(/^Not placed: match \d+ has started/)
})

test('1 and 2 select the winner in other sports too, whose market has another number', async () => {
  const bettor = await person()
  const match = await nare.match({ sport_id: '30', home_odd: '1.50', away_odd: '2.60' })
  const game = await gameIdOf(match)
  await deliver(bettor, `BET ${game}#2#100`)
  expect(await repliesTo(bettor)).toEqual([expect.stringMatching(new RegExp(`^Bet \\d+ placed: ${game} 2 @2\\.60`))])
})

test('a jackpot ticket by SMS is placed in the pool of its number, and settled', async () => {
  const bettor = await person()
  const matches = [await nare.match(), await nare.match(), await nare.match()]
  const created = await nare.call(sandbox.createJackpot, {
    ...{ name: 'SMS three', match_ids: matches, stake: '20', mode: 'fixed', void_policy: 'drop' },
    tiers: [{ correct: 3, prize: '5000' }],
  })
  expect(created.status).toBe(201)
  await deliver(bettor, `JP${created.body.code}#1X,1,2`)
  const [reply = ''] = await repliesTo(bettor)
  expect(reply).toMatch(/^Jackpot ticket \d+ placed: 2 lines, KSh 40\.00\. Balance KSh 960\.00$/)
  for (const [n, full_time] of ['1:1', '2:0', '0:1'].entries()) await bets.result(matches[n] ?? '', { full_time })
  await nare.call(sandbox.quiet, {})
  const betId = /ticket (\d+)/.exec(reply)?.[1] ?? ''
  expect(await bets.bet(bettor.token, betId)).toMatchObject({ state: 'won', returned: '5000.00' })
  await deliver(bettor, `JP${created.body.code}#1,1,1`)
  expect((await repliesTo(bettor)).at(-1)).toBe('Not placed: there is no such open jackpot')
})

test('one message places one bet and gets one reply, however often it is delivered concurrently', async () => {
  const [match, bettor] = [await nare.match(), await person()]
  const text = `BET ${await gameIdOf(match)}#X#50`
  const id = randomUUID()
  expect(new Set(await deliver(bettor, text, { id, times: 100 }))).toEqual(new Set([200]))
  await deliver(bettor, text, { id })
  expect(await repliesTo(bettor)).toHaveLength(1)
  expect(await bets.balance(bettor.token)).toBe('950.00')
})

test('a message whose process died after its bet was placed is answered with that bet', async () => {
  const [match, bettor] = [await nare.match(), await person()]
  const id = randomUUID()
  const text = `BET ${await gameIdOf(match)}#2#50`
  await deliver(bettor, text, { id })
  await sql`update sms.message set answered_at = null, reply = null where id = ${id}`.execute(nare.base.db)
  await nare.call(sandbox.clock, { advance_s: 300 })
  await nare.app.smsBets.run()
  const [first, second] = await repliesTo(bettor)
  expect(second).toBe(first)
  expect(await bets.balance(bettor.token)).toBe('950.00')
  expect(commandIdOf(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('a message whose process died after it staked is answered with its ticket, although betting has closed meanwhile', async () => {
  const [bettor, matches] = [await person(), [await nare.match(), await nare.match()]]
  const game = await gameIdOf(matches[0] ?? '')
  const created = await nare.call(sandbox.createJackpot, {
    ...{ name: 'SMS died', match_ids: matches, stake: '20', mode: 'fixed', void_policy: 'drop' },
    tiers: [{ correct: 2, prize: '5000' }],
  })
  const texts = [`BET ${game}#1#50`, `JP${created.body.code}#1,2`]
  const ids = texts.map(() => randomUUID())
  for (const [n, text] of texts.entries()) await deliver(bettor, text, { id: ids[n] ?? '' })
  const before = await repliesTo(bettor)
  await sql`update sms.message set answered_at = null, reply = null, claimed_at = claimed_at - interval '5 minutes'
    where id = any(${ids}::text[])`.execute(nare.base.db)
  await nare.call(sandbox.driveMatch, { match_id: matches[0] ?? '', state: 'live', minute: 5, score: '0:0' })
  await nare.app.smsBets.run()
  const again = (await repliesTo(bettor)).slice(before.length)
  const asPlaced = (replies: string[]) => new Set(replies.map((reply) => reply.split('. Balance')[0]))
  expect(again).toHaveLength(2)
  expect(asPlaced(again)).toEqual(asPlaced(before))
  expect(before.every((reply) => reply.includes('placed: '))).toBe(true)
  expect(await bets.balance(bettor.token)).toBe('930.00')
})

test('a hundred messages against a balance for three place three bets', async () => {
  const [match, bettor] = [await nare.match(), await person(300)]
  const text = `BET ${await gameIdOf(match)}#1#100`
  for (let n = 0; n < 5; n++) await Promise.all(Array.from({ length: 4 }, () => deliver(bettor, text)))
  expect(await bets.balance(bettor.token)).toBe('0.00')
  const replies = await repliesTo(bettor)
  expect(replies.filter((reply) => reply.startsWith('Bet '))).toHaveLength(3)
  expect(replies).toContain('Not placed: Your balance is too low for this')
})

test('a message that was sent more than two minutes ago is refused as late, whatever its command', async () => {
  const [match, bettor] = [await nare.match(), await person()]
  const at = new Date(nare.app.clock.now() - 121_000).toISOString().slice(0, 19).replace('T', ' ')
  await deliver(bettor, `BET ${await gameIdOf(match)}#1#100`, { date: at })
  expect(await repliesTo(bettor)).toEqual([expect.stringMatching(/^Not placed: your message arrived too late/)])
  expect(await bets.balance(bettor.token)).toBe('1000.00')
})

test('the reply to a bet that cannot be placed gives the reason in the language of the message', async () => {
  const [match, started, bettor] = [await nare.match(), await nare.match(), await person()]
  const [game, live] = [await gameIdOf(match), await gameIdOf(started)]
  await nare.call(sandbox.driveMatch, { match_id: started, state: 'live', minute: 5, score: '0:0' })
  const replies: [string, string | RegExp][] = [
    ['BET 9#1', /^Not placed: we could not read this bet/],
    ['JP#', /^Not placed: we could not read this ticket/],
    ['BET 99999#1#100', 'Not placed: there is no match 99999'],
    [`BET ${live}#1#100`, `Not placed: match ${live} has started. Bet on it in the app`],
    [`BET ${game}#1#1`, /^Not placed: The stake is below the minimum/],
    [`BETI ${game}#1#5000`, 'Haikuwekwa: salio lako halitoshi'],
    ['BAL', 'Your balance is KSh 1000.00'],
    ['SALIO', 'Salio lako ni KSh 1000.00'],
    ['JP#1', /^Haikuwekwa: hakuna jackpot/],
    ['hello', /^BETI 1025#1#100/],
  ]
  for (const [text, reply] of replies) {
    await deliver(bettor, text)
    const last = (await repliesTo(bettor)).at(-1) ?? ''
    if (typeof reply === 'string') expect([text, last]).toEqual([text, reply])
    else expect([text, last]).toEqual([text, expect.stringMatching(reply)])
    expect(last.length).toBeLessThanOrEqual(320)
    expect(last).toMatch(/^[\x20-\x7e]+$/)
  }
})

test('limits, breaks and pauses apply to bets by SMS too', async () => {
  const [match, bettor, broken] = [await nare.match(), await person(), await person()]
  const text = `BET ${await gameIdOf(match)}#1#100`
  await nare.call(protection.setLimits, { stake: { day: '50' } }, bettor.token)
  await deliver(bettor, text)
  expect(await repliesTo(bettor)).toEqual(["Not placed: This is over a limit you've set"])
  await nare.call(protection.selfExclude, { period: '24h' }, broken.token)
  await deliver(broken, text)
  expect((await repliesTo(broken)).at(-1)).toMatch(/^Not placed: You're taking a break/)
})

test('a number without an account gets one reply a day, on how to sign up', async () => {
  const stranger = { msisdn: '254799000111' }
  for (const text of ['BET 1025#1#100', 'HELP', 'BAL']) await deliver(stranger, text)
  expect(await repliesTo(stranger)).toEqual([expect.stringMatching(/^This number has no Nare account/)])
})

test('a flood from one number gets one warning and stops at twenty messages in ten minutes', async () => {
  const [bettor, other] = [await person(), await person()]
  for (let n = 0; n < 25; n++) await deliver(bettor, 'BAL')
  const replies = await repliesTo(bettor)
  expect(replies.filter((reply) => reply.startsWith('Your balance'))).toHaveLength(20)
  expect(replies.slice(20)).toEqual(['Too many messages from this number. Wait ten minutes.'])
  await deliver(other, 'BAL')
  expect(await repliesTo(other)).toHaveLength(1)
})

test('a callback with a wrong key or an empty body places no bet and sends no reply', async () => {
  const bettor = await person()
  const wrong = `${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams({ id: 'x1', from: `+${bettor.msisdn}`, to: '22384', text: 'BAL' }).toString()
  expect((await nare.app.app.inject({ method: 'POST', url: wrong, headers, payload })).statusCode).toBe(404)
  for (const body of ['', 'id=1', 'from=nobody&id=2&to=1&text=BAL', '{'])
    expect((await nare.app.app.inject({ method: 'POST', url: path, headers, payload: body })).statusCode).toBe(200)
  await nare.app.smsBets.run()
  expect(await repliesTo(bettor)).toEqual([])
})

test('numbers without an account share a limit of answers in an hour, and accounts do not count', async () => {
  await sql`delete from sms.stranger_answers`.execute(nare.base.db)
  const strangers = Array.from({ length: 70 }, (_, n) => ({ msisdn: `2547990002${String(n).padStart(2, '0')}` }))
  await Promise.all(strangers.map((one) => deliver(one, 'HELLO')))
  const answers = await Promise.all(strangers.map(repliesTo))
  expect(answers.flat()).toHaveLength(60)
  const bettor = await person()
  await deliver(bettor, 'BAL')
  expect(await repliesTo(bettor)).toHaveLength(1)
  await nare.app.clock.advance(3600)
  const late = { msisdn: '254799000299' }
  await deliver(late, 'HELLO')
  expect(await repliesTo(late)).toHaveLength(1)
})
