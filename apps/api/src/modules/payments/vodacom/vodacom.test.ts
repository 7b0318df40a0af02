import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { money } from '@nare/money/money'
import { realClock } from '#platform/clock'
import { random } from '#platform/random'
import { openProviders, type SandboxProviders } from '#sandbox/payments/providers'
import type { Meaning } from '../ports.ts'
import type { Exchange } from '../requests/requests.ts'
import { payoutCodes, promptCodes, responseCodes } from './codes.ts'
import { openVodacom, type VodacomSettings } from './vodacom.ts'

let fakes: SandboxProviders
beforeAll(async () => {
  const numbers = { calling_code: '255', mobile: '[67]\\d{8}' }
  fakes = openProviders({ inside: true, country: { code: 'tz', currency: 'TZS', numbers } })
  await fakes.start()
})
afterAll(() => fakes.close())

/** An adapter with the calls that it makes and the waits that it asks for. */
function open(changes: Partial<VodacomSettings> = {}) {
  const calls: Exchange[] = []
  const waits: number[] = []
  const vodacom = openVodacom({
    settings: async () => ({ ...(await fakes.vodacom()), ...changes }),
    clock: realClock,
    observe: (exchange) => void calls.push(exchange),
    wait: async (ms) => void waits.push(ms),
  })
  const sessions = () => calls.filter(({ url }) => url.includes('getSession')).length
  return { vodacom, calls, waits, sessions }
}

const msisdn = '255741222333'
const payOut = ({ vodacom }: ReturnType<typeof open>, conversation = random.uuid()) =>
  vodacom.payOut({ conversation, msisdn, amount: money(10_000n), resultUrl: '', timeoutUrl: '' })
const movedOut = async () => (await fakes.books('mpesa')).movements.filter(({ kind }) => kind === 'out').length

test('a hundred payouts at once share one session, and each is paid once with its receipt', async () => {
  const opened = open()
  const before = await movedOut()
  const paid = await Promise.all(Array.from({ length: 100 }, () => payOut(opened)))
  expect(new Set(paid.map(({ is }) => is))).toEqual(new Set(['paid']))
  expect(new Set(paid.map((one) => ('receipt' in one ? one.receipt : undefined))).size).toBe(100)
  expect([opened.sessions(), (await movedOut()) - before]).toEqual([1, 100])
})

test('a session that has ended is renewed once for everyone, and nothing is paid twice', async () => {
  const opened = open()
  await payOut(opened)
  const before = await movedOut()
  await fakes.fault('mpesa', 'token_expired', 1)
  const paid = await Promise.all(Array.from({ length: 20 }, () => payOut(opened)))
  expect(new Set(paid.map(({ is }) => is))).toEqual(new Set(['paid']))
  expect([opened.sessions(), (await movedOut()) - before]).toEqual([2, 20])
})

test('a new session that is not live yet is tried again, without another one', async () => {
  const opened = open()
  await fakes.fault('mpesa', 'session_waits', 3)
  expect(await payOut(opened)).toMatchObject({ is: 'paid' })
  expect([opened.sessions(), opened.waits]).toEqual([1, [5000, 5000, 5000]])
})

test('a refused key is a fault of our set-up, and nothing was sent', async () => {
  const opened = open({ apiKey: 'wrong' })
  expect(await payOut(opened)).toMatchObject({ is: 'refused', reason: 'not_sent', fault: 'payouts' })
  const strange = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
  const publicKey = strange.export({ type: 'spki', format: 'der' }).toString('base64')
  expect(await payOut(open({ publicKey }))).toMatchObject({ is: 'refused', fault: 'payouts' })
  expect(await payOut(open({ publicKey: 'no key' }))).toMatchObject({ is: 'refused', fault: 'payouts' })
})

test('requests carry the origin, whole shillings and our conversation id, and the key is encrypted anew each time', async () => {
  const opened = open()
  const conversation = random.uuid()
  await payOut(opened, conversation)
  await payOut(opened)
  const [first, second] = opened.calls.filter(({ url }) => url.endsWith('/b2cPayment/'))
  expect(first?.headers['origin']).toBe('*')
  expect(first?.sent).toMatchObject({
    ...{ input_Amount: '100', input_CustomerMSISDN: msisdn, input_Country: 'TZN', input_Currency: 'TZS' },
    input_ThirdPartyConversationID: conversation.replaceAll('-', ''),
    input_TransactionReference: conversation.replaceAll('-', '').slice(0, 20),
  })
  expect(first?.headers['authorization']).not.toBe(second?.headers['authorization'])
})

test.each([
  ['time_out', undefined],
  ['no_answer', 'INS-1'],
  ['malformed', 'HTTP 200'],
  ['unknown_code', 'INS-4711'],
  ['payout_ambiguous', 'INS-23'],
  ['payout_duplicate', 'INS-10'],
  ['gateway_refused', 'HTTP 403'],
  ['other_payment', 'another payment'],
] as const)(
  'a payout whose answer is spoilt by %s after the money moved is unknown, and the query finds it',
  async (fault, code) => {
    const opened = open()
    const conversation = random.uuid()
    await fakes.fault('mpesa', fault, 1)
    const answer = await payOut(opened, conversation)
    expect(answer).toMatchObject({ is: 'unknown', ...(code && { code }) })
    const about = { conversation, requestId: undefined, resultUrl: '', timeoutUrl: '' }
    expect(await opened.vodacom.payoutState(about)).toMatchObject({ is: 'succeeded' })
    // Sent again with the same id it is refused as a duplicate, which is unknown too.
    expect(await payOut(opened, conversation)).toMatchObject({ is: 'unknown', code: 'INS-10' })
  },
)

test('a query of what Vodacom does not know, or does not say, leaves the payment open', async () => {
  const { vodacom } = open()
  const about = { conversation: random.uuid(), requestId: undefined, resultUrl: '', timeoutUrl: '' }
  expect(await vodacom.payoutState(about)).toEqual({ is: 'pending', code: 'INS-997' })
  expect(await vodacom.promptState({ requestId: undefined, reference: 'NNONE' })).toMatchObject({ is: 'pending' })
})

test('a code that may mean a payment ends none, and a code of our set-up is a fault', () => {
  for (const code of ['INS-1', 'INS-9', 'INS-10', 'INS-16', 'INS-23', 'INS-997', 'INS-4711'])
    expect([promptCodes[code], payoutCodes[code]]).toEqual([undefined, undefined])
  const failed = [4, 5, 6, 13, 14, 15, 17, 18, 19, 20, 21, 22, 996, 2006, 2051].map((number) => `INS-${number}`)
  for (const code of failed)
    expect([promptCodes[code]?.fault, payoutCodes[code]?.fault]).toEqual([undefined, undefined])
  for (const code of ['INS-2', 'INS-26'])
    expect([promptCodes[code]?.fault, payoutCodes[code]?.fault]).toEqual(['deposits', 'payouts'])
  expect(Object.keys(promptCodes).toSorted()).toEqual([...failed, 'INS-2', 'INS-26'].toSorted())
  expect(Object.keys(responseCodes)).toHaveLength(23)
})

test('docs/providers.md lists every code of Vodacom with its effect here', async () => {
  const docs = await readFile(new URL('../../../../../../docs/providers.md', import.meta.url), 'utf8')
  const effect = (meaning?: Meaning) =>
    meaning ? `\`${meaning.reason}\`${meaning.fault === undefined ? '' : ', set-up'}` : 'open'
  const lines = Object.entries(responseCodes).map(
    ([code, { says, prompt, payout }]) => `| ${code} | ${says} | ${effect(prompt)} | ${effect(payout)} |`,
  )
  expect(lines.filter((line) => !docs.includes(line))).toEqual([])
})
