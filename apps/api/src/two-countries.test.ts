import { randomUUID } from 'node:crypto'
import { betting } from '@nare/contract/betting'
import { catalog } from '@nare/contract/catalog'
import { content } from '@nare/contract/content'
import { identity } from '@nare/contract/identity'
import { pages } from '@nare/contract/pages'
import { payments } from '@nare/contract/payments'
import { sandbox } from '@nare/contract/sandbox'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp, type TestApp } from '#testing/app'
import { betsOn, pick } from '#testing/bets'
import { settlePayments, startPayments } from '#testing/payments'
import { withdraw } from '#testing/withdraw'

/** What differs in the walk. In Tanzania 15 % of the 550 that the bet wins are withheld: 82.50, and nobody sees the cents that are left. */
const walks = [
  {
    ...{ country: 'ke', dialled: '0722000111', other: '0622000111', full: '254722000111', stake: '20' },
    ...{ deposit: '1000', credited: '950.00', withdrawn: '500', paid: '476.00' },
    ...{ sms: 'BET', payout: 'possible payout KSh 42.00. ', kept: { returned: '42.00', net: '22.00' } },
    ...{ code: 'Your Nare code is', balance: 'KSh 972.00', page: 'Terms and conditions', regulator: /Kenya/ },
    shown: { currency: 'KES', amounts: { sign: 'KSh', digits: 2 }, first_language: 'en', min_stake: '20.00' },
  },
  {
    ...{ country: 'tz', dialled: '0622000111', other: '0122000111', full: '255622000111', stake: '500' },
    ...{ deposit: '20000', credited: '20000.00', withdrawn: '10000', paid: '10000.00' },
    ...{ sms: 'BETI', payout: 'unaweza kupata TSh 967 baada ya kodi. ' },
    kept: { returned: '967.50', tax: '82.50', net: '467.50' },
    ...{ code: 'Msimbo wako wa Nare ni', balance: 'TSh 20,467', page: 'Vigezo na masharti', regulator: /Tanzania/ },
    shown: { currency: 'TZS', amounts: { sign: 'TSh', digits: 0 }, first_language: 'sw', min_stake: '500.00' },
  },
] as const
type Walk = (typeof walks)[number]

async function opened(country: Walk['country']): Promise<TestApp> {
  const nare = await testApp({ COUNTRY: country })
  onTestFinished(() => nare.close())
  await startPayments(nare)
  return nare
}

/** Signs up by a number as it is dialled there, and verifies it by the code of the SMS. */
async function signedUp(nare: TestApp, { dialled, full, code }: Walk) {
  const person = { password: 'mango-tree-77', name: 'Asha Wanjiru', date_of_birth: '1990-05-01', terms: true } as const
  expect((await nare.call(identity.signup, { msisdn: dialled, ...person })).status).toBe(200)
  const { body } = await nare.call(sandbox.phone, { msisdn: full })
  const sms = body.sms.at(-1)
  expect(sms?.text).toContain(code)
  const { body: verified } = await nare.call(identity.verify, { msisdn: dialled, code: sms?.code ?? '' })
  expect(verified.user.msisdn).toBe(full)
  return verified.user
}

/** Approves the prompt on the phone, and waits until the payment has ended. */
async function approved(nare: TestApp, { full }: Walk): Promise<void> {
  const waiting = async () =>
    (await nare.call(sandbox.phone, { msisdn: full })).body.prompts.find(({ state }) => state === 'waiting')
  const { prompt_id } = await vi.waitUntil(waiting, { timeout: 60_000 })
  await nare.call(sandbox.promptAction, { msisdn: full, prompt_id, action: 'approve' })
}

test.each(walks)('a day in $country: sign-up, deposit, bet, win and withdrawal', async (walk) => {
  const nare = await opened(walk.country)
  const { body: settings } = await nare.call(content.settings, {})
  expect(settings.message).toMatchObject({ country: walk.country, ...walk.shown })
  expect(settings.message.operator['regulator']).toMatch(walk.regulator)
  const terms = await nare.call(pages.page, { page: 'terms-and-conditions' })
  expect(terms.body.data.title).toBe(walk.page)

  const stranger = await nare.call(identity.signup, {
    ...{
      msisdn: walk.other,
      password: 'mango-tree-77',
      name: 'Asha Wanjiru',
      date_of_birth: '1990-05-01',
      terms: true,
    },
  })
  expect([stranger.status, Object.keys(stranger.body['fields'] ?? {})]).toEqual([400, ['msisdn']])

  const { token } = await signedUp(nare, walk)
  const payment = { id: randomUUID(), amount: walk.deposit, provider: 'mpesa' } as const
  const asked = await nare.call(payments.deposit, payment, token)
  expect([asked.status, asked.body.net]).toEqual([200, walk.credited])
  await approved(nare, walk)
  const bets = betsOn(nare)
  await vi.waitUntil(async () => (await bets.balance(token)) === walk.credited, { timeout: 60_000 })

  const match = await nare.match()
  const tooLow = await bets.place(token, [pick(match)], { stake: (Number(walk.stake) - 1).toString() })
  expect([tooLow.status, tooLow.body['code']]).toEqual([422, 'stake_too_small'])
  const bet = await bets.mustPlace(token, [pick(match)], { stake: walk.stake })
  await nare.call(sandbox.resultMatch, { match_id: match, half_time: '1:0', full_time: '2:0', certainty: 2 })
  await vi.waitUntil(async () => (await bets.bet(token, bet.bet_id)).state === 'won', { timeout: 60_000 })

  await nare.call(sandbox.sendSms, { msisdn: walk.full, text: 'BAL' })
  const texts = async () => (await nare.call(sandbox.phone, { msisdn: walk.full })).body.sms.map(({ text }) => text)
  await vi.waitUntil(async () => (await texts()).includes(`Your balance is ${walk.balance}`), { timeout: 60_000 })
  const sent = await withdraw(nare, token, walk.withdrawn, randomUUID(), { provider: 'mpesa' })
  expect([sent.status, sent.body.net]).toEqual([200, walk.paid])
  const paid = async () => {
    await settlePayments(nare)
    return (await nare.call(payments.payment, { id: sent.body.withdrawal_id }, token)).body.data.status === 'done'
  }
  await vi.waitUntil(paid, { timeout: 60_000 })
  expect((await nare.call(payments.payment, { id: sent.body.withdrawal_id }, token)).body.data).toMatchObject({
    ...{ kind: 'withdrawal', provider: 'mpesa', msisdn: walk.full, net: walk.paid },
  })

  const { totals } = (await nare.call(betting.bets, {}, token)).body
  expect(totals).toEqual({ staked: `${walk.stake}.00`, ...walk.kept, net_settled: walk.kept.net })
  const [day] = (await nare.call(betting.days, { days: 1 }, token)).body.data
  expect(day).toEqual({ ...{ day: day?.day, product: 'sports', bets: 1, staked: `${walk.stake}.00` }, ...walk.kept })
  const found = await nare.call(catalog.match, { match_id: await nare.match() })
  const text = `${walk.sms} ${found.body.data.game_id}#1#${walk.stake}`
  await nare.call(sandbox.sendSms, { msisdn: walk.full, text })
  await vi.waitUntil(async () => (await texts()).some((one) => one.includes(walk.payout)), { timeout: 60_000 })
  await bets.verifyBooks()
})
