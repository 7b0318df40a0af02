import { setTimeout as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { offsetInDatabase, openClock, type Clock } from '#platform/clock'
import { openAirtel } from '../airtel/airtel.ts'
import { openDaraja } from '../daraja/daraja.ts'
import { openMixx } from '../mixx/mixx.ts'
import { openVodacom } from '../vodacom/vodacom.ts'
import { openProviders } from '#sandbox/payments/providers'
import { openResults } from '#sandbox/payments/results'
import { openWorld, someone, type World } from '../testing/payments-world.ts'
import { type Checking, checkProvider, type CheckStep, exchangeText, showing } from './check.ts'

let world: World
let clock: Clock
let results: Awaited<ReturnType<typeof openResults>>

beforeAll(async () => {
  world = await openWorld()
  clock = await openClock(offsetInDatabase(world.base.db))
  results = await openResults()
})
afterAll(async () => {
  await world.close()
  await results.close()
})

const phone = '254711222333'
const key = '0123456789abcdef0123456789abcdef'
const url = `https://nare.example/cb/${key}`
const urls = { callbackUrl: url, confirmationUrl: url, validationUrl: url }

/** Runs the check with a person who answers the prompt. Returns the steps and the printed output. */
async function check(name: 'mpesa' | 'airtel', more: Partial<Checking> = {}) {
  const shown: string[] = []
  const steps: CheckStep[] = []
  const observe = showing((text) => void shown.push(text))
  const daraja = openDaraja({
    settings: world.fakes.daraja,
    clock,
    payee: { shortcode: world.fakes.shortcode, either: false },
    observe,
  })
  const airtel = openAirtel({ settings: world.fakes.airtel, clock, observe })
  const wait = async () => {
    await world.fakes.quiet()
    const [prompt] = await world.fakes.prompts(phone)
    if (prompt?.state === 'waiting') await world.fakes.act(phone, prompt.id, 'approve')
  }
  const ok = await checkProvider({
    provider: name === 'mpesa' ? daraja : airtel,
    balance: () =>
      name === 'mpesa' ? daraja.balance({ resultUrl: results.url, timeoutUrl: results.url }) : airtel.balance(),
    results: results.all,
    phone,
    register: name === 'mpesa',
    urls: { ...urls, resultUrl: results.url },
    now: clock.date,
    wait,
    onStep: (step) => void steps.push(step),
    ...more,
  })
  return {
    ok,
    steps: steps.map(({ name: step, ok: well }) => `${step}: ${well}`),
    results: steps.map(({ name: step, result }) => `${step}: ${result}`),
    shown: shown.join('\n'),
  }
}

test('the check of M-Pesa runs every step from the key to the list of payments', async () => {
  const { ok, steps } = await check('mpesa')
  expect(steps).toEqual([
    'key and token: true',
    'registration: true',
    'prompt of KSh 1 and its status: true',
    'balance: true',
    'status of a payout: true',
    'list of payments: true',
  ])
  expect(ok).toBe(true)
})

test('a failed step is reported, and the other steps run', async () => {
  await world.fault('registered_before')
  await world.fault('prompt_locked')
  const { ok, steps } = await check('mpesa')
  expect(ok).toBe(false)
  expect(steps.filter((step) => step.endsWith('false'))).toEqual([
    'registration: false',
    'prompt of KSh 1 and its status: false',
  ])
  expect(steps).toHaveLength(6)
})

test('the check of Airtel Money has no registration; without a phone it sends no prompt', async () => {
  expect((await check('airtel', { phone: undefined })).steps).toEqual([
    'key and token: true',
    'balance: true',
    'status of a payout: true',
  ])
})

test('a query whose result is a refusal fails the check, although the query was accepted', async () => {
  await world.fault('initiator_refused', 2)
  const { ok, results: texts } = await check('mpesa', { phone: undefined, register: false })
  expect(texts).toContain('balance: refused: 8006')
  expect(texts).toContain('status of a payout: refused: 21')
  expect(ok).toBe(false)
})

test('a query without a result fails the check', async () => {
  await world.fault('still_processing', 2)
  const { results: texts } = await check('mpesa', { phone: undefined, register: false })
  expect(texts.filter((text) => text.includes('no result arrived'))).toHaveLength(2)
})

test('the status of a real payout must be found', async () => {
  const found = async (payout: string) => (await check('mpesa', { phone: undefined, register: false, payout })).results
  const bettor = await someone(world)
  await world.withdraw(bettor, '105')
  await world.quiet()
  const paid = (await world.fakes.books('mpesa')).payouts.at(-1)?.ours ?? ''
  expect(await found(paid)).toContain('status of a payout: succeeded')
  expect((await check('mpesa', { phone: undefined, register: false, payout: 'unknown' })).ok).toBe(false)
})

test('the output contains the requests and answers but no secret', async () => {
  const mpesa = await check('mpesa')
  const airtel = await check('airtel', { phone: undefined })
  const shown = mpesa.shown + airtel.shown
  expect(shown).toContain('/mpesa/stkpush/v1/processrequest')
  expect(shown).toContain('"CommandID":"AccountBalance"')
  expect(shown).toContain('received 200')
  const { collect, payout } = await world.fakes.daraja()
  const secrets = [collect.secret, collect.passkey, payout.initiatorPassword, phone, key]
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([])
  expect(shown).not.toMatch(/(Basic|Bearer) /)
  for (const name of ['Password', 'SecurityCredential', 'access_token', 'client_secret'])
    expect(shown).toContain(`"${name}":"(hidden)"`)
})

test('a key in a callback address is hidden too', () => {
  const text = exchangeText({
    method: 'GET',
    url: 'https://api.example/v4/sports?apiKey=abc123&all=true',
    headers: { apiKey: 'k' },
    sent: undefined,
    answer: { status: 0, gone: 'no answer', arrived: false },
  })
  expect(text).not.toMatch(/abc123|"k"/)
  expect(text).toContain('nothing: no answer')
})

test('the check of Vodacom and of Mixx: what each can be asked, with the PIN entered meanwhile and no secret shown', async () => {
  const numbers = { calling_code: '255', mobile: '[67]\\d{8}' }
  const fakes = openProviders({ inside: true, country: { code: 'tz', currency: 'TZS', numbers } })
  const shown: string[] = []
  const observe = showing((text) => void shown.push(text))
  const msisdn = '255741222333'
  const wait = async () => {
    await nextTurn(5)
    const [prompt] = await fakes.prompts(msisdn)
    if (prompt?.state === 'waiting') await fakes.act(msisdn, prompt.id, 'approve')
  }
  const checked = async (given: Pick<Checking, 'provider' | 'signIn'>) => {
    const steps: string[] = []
    const onStep = ({ name, ok, result }: CheckStep) => void steps.push(`${name}: ${ok} ${result.split(':')[0]}`)
    const more = { results: async () => [], register: false, urls: { ...urls, resultUrl: url }, now: clock.date }
    const ok = await checkProvider({ ...given, ...more, phone: msisdn, wait, onStep })
    return [ok, ...steps]
  }
  const vodacom = openVodacom({ settings: fakes.vodacom, clock, observe })
  expect(await checked({ provider: vodacom })).toEqual([
    true,
    'key and token: true answered',
    'prompt of KSh 1 and its status: true paid',
    'status of a payout: true answered',
  ])
  const mixx = openMixx({ settings: fakes.mixx, billerCode: fakes.billerCode, clock, observe })
  expect(await checked({ provider: mixx, signIn: mixx.signIn })).toEqual([
    true,
    'key and token: true HTTP 200',
    'prompt of KSh 1 and its status: true accepted',
  ])
  const wrong = openVodacom({ settings: async () => ({ ...(await fakes.vodacom()), apiKey: 'wrong' }), clock })
  expect((await checked({ provider: wrong }))[1]).toBe('key and token: false refused')
  await fakes.close()
  const text = shown.join('\n')
  expect(text).toContain('/vodacom/c2bPayment/singleStage/')
  for (const secret of ['sandbox-vodacom-key', msisdn, 'Bearer ', '1357']) expect(text).not.toContain(secret)
  for (const name of ['authorization', 'output_SessionID', 'password']) expect(text).toContain(`"${name}":"(hidden)"`)
})
