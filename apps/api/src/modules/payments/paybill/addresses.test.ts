import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { offsetInDatabase, openClock } from '#platform/clock'
import { openDaraja } from '../daraja/daraja.ts'
import type { DarajaSettings } from '../daraja/settings.ts'
import { openWorld, someone, type World } from '../testing/payments-world.ts'
import { recordedReply } from '../testing/recorded.ts'

let world: World
let server: Server
let url = ''
let answer: { status: number; body: unknown } = { status: 200, body: {} }
let asked: { path: string; body: Record<string, unknown> }[] = []

beforeAll(async () => {
  world = await openWorld()
  server = createServer((request, reply) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const path = request.url ?? ''
      const isToken = path.startsWith('/oauth')
      if (!isToken) asked.push({ path, body: JSON.parse(text) })
      const { status, body } = isToken ? { status: 200, body: { access_token: 't', expires_in: '3599' } } : answer
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  // A listening TCP server has an address with a port; Node's type allows for pipes too.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await world.proven()
  await world.close()
})

const recorded = recordedReply('daraja-c2b')
const urls = { confirmationUrl: 'https://nare.example/cb/1', validationUrl: 'https://nare.example/cb/2' }
const payee = { shortcode: '600638', either: false }

async function paybill(more: Partial<DarajaSettings['collect']> = {}) {
  const all = await world.fakes.daraja()
  const settings = async () => ({ ...all, url, collect: { ...all.collect, ...more } })
  const { paybill: calls } = openDaraja({ settings, clock: await openClock(offsetInDatabase(world.base.db)), payee })
  if (!calls) throw new Error('M-Pesa has a paybill')
  return calls
}

function answers(what: string): void {
  asked = []
  const reply = recorded(what)
  if (!('body' in reply)) throw new Error('an answer was recorded')
  answer = reply
}

test.each([
  ['v2', 'registered, version 2'],
  ['v1', 'registered, version 1'],
] as const)('addresses are registered in version %s, and its answer is checked', async (c2bVersion, what) => {
  const calls = await paybill({ c2bVersion })
  answers(what)
  expect(await calls.register(urls)).toEqual({ is: 'registered' })
  expect(asked).toMatchObject([
    {
      path: `/mpesa/c2b/${c2bVersion}/registerurl`,
      body: { ConfirmationURL: urls.confirmationUrl, ValidationURL: urls.validationUrl },
    },
  ])
  answers('refused with HTTP 200')
  expect(await calls.register(urls)).toEqual({ is: 'refused', code: '1' })
  answers('already registered')
  expect(await calls.register(urls)).toEqual({ is: 'already', code: '500.003.1001' })
})

test('payments are pulled in Nairobi’s time, and only customers’ paybill payments are accepted', async () => {
  const calls = await paybill()
  const span = { from: new Date('2020-08-04T05:36:00Z'), to: new Date('2020-08-05T21:00:00Z'), offset: 40 }
  answers('pulled')
  const pulled = await calls.pull(span)
  expect(pulled).toEqual({
    rows: 2,
    payments: [{ receipt: 'yzlyrEsRG1', reference: '37207636392', amount: money(16_800n), payer: '722000000' }],
  })
  expect(asked).toMatchObject([
    {
      path: '/pulltransactions/v1/query',
      body: { StartDate: '2020-08-04 08:36:00', EndDate: '2020-08-06 00:00:00', OffSetValue: '40' },
    },
  ])
  answers('nothing pulled')
  expect(await calls.pull(span)).toEqual({ payments: [], rows: 0 })
  answers('already registered')
  expect(await calls.pull(span)).toMatchObject({ payments: [], failed: '500.003.1001' })
  expect(await (await paybill({ pullNumber: undefined })).pull(span)).toBeUndefined()
})

const state = async () => (await world.payments().operator.providers()).find((address) => address.provider === 'mpesa')

test('addresses are registered once; a restart with the same addresses sends nothing', async () => {
  expect((await state())?.paybill?.registered).toBe(true)
  await world.fault('registered_before')
  await world.payments().register()
  expect(await world.payments().operator.faults()).toEqual([])
  await world.fault('registered_before', 0)
})

test('a refused status query of the collection initiator credits nothing, is reported to operators and stops no payouts', async () => {
  const bettor = await someone(world)
  await world.fault('status_refused', 1)
  await world.fakes.pay({ msisdn: bettor.msisdn, account: bettor.msisdn, amount: 200 })
  await world.quiet()
  expect(await world.balance(bettor)).toBe('1000.00')
  expect(await world.payments().operator.faults()).toMatchObject([{ provider: 'mpesa', part: 'receipts', code: '21' }])
  expect((await world.withdraw(bettor, '105')).status).toBe(200)
  await world.endFaults()
  for (const seconds of [31, 61, 181]) await world.pass(seconds)
  expect(await world.balance(bettor)).toBe('1085.00')
})

test('if other addresses are already registered, operators are told to register ours by hand and confirm that', async () => {
  await world.fault('registered_before')
  await world.restart()
  expect((await state())?.paybill?.registered).toBe(false)
  expect(await world.payments().operator.faults()).toMatchObject([{ part: 'registration', code: '500.003.1001' }])
  const bettor = await someone(world)
  expect((await world.withdraw(bettor, '105')).status).toBe(200)
  await world.payments().operator.confirmRegistration({ provider: 'mpesa', operator: 'amina' })
  expect((await state())?.paybill?.registered).toBe(true)
  expect(await world.payments().operator.faults()).toEqual([])
  await world.quiet()
})

test('a payment whose confirmation was lost is pulled and credited once', async () => {
  const bettor = await someone(world)
  await world.fault('callback_lost')
  const receipt = await world.fakes.pay({ msisdn: bettor.msisdn, account: bettor.msisdn, amount: 200 })
  await world.quiet()
  await world.pass(61)
  expect(receipt).toBeDefined()
  expect(await world.balance(bettor)).toBe('1000.00')
  await world.pull()
  for (const seconds of [61, 181]) await world.pass(seconds)
  expect(await world.balance(bettor)).toBe('1190.00')
  await world.pull()
  await Promise.all(Array.from({ length: 100 }, () => world.payments().pull()))
  await world.quiet()
  expect(await world.balance(bettor)).toBe('1190.00')
})
