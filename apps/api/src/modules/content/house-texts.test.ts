import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { banners } from '@nare/contract/banners'
import { operatorBanners } from '@nare/contract/operator-banners'
import { messages, operatorMessages } from '@nare/contract/messages'
import { operatorTexts } from '@nare/contract/operator-texts'
import { pages } from '@nare/contract/pages'
import { protection } from '@nare/contract/protection'
import type { Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { terms } from '@nare/contract/terms'
import { testApp, type TestApp } from '#testing/app'
import { operatorsOf, operatorToken } from '#testing/operators'
import { pngFile } from '#testing/pictures'
import { seated, tokenBy } from '#testing/console-client'

const [mary, mark, auditor] = [operatorToken('mary'), operatorToken('mark'), operatorToken('ivy')]
const reason = 'A test of texts'

let nare: TestApp
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ mary: 'marketing', mark: 'marketing', ivy: 'auditor' }) })
})
afterAll(() => nare.close())

const source = (title: string) =>
  `---\ntitle: ${title}\nupdated: 2026-12-01\nsummary: S\n---\n<script>alert(1)</script> {{ name }}`
const save = (given: Partial<Sent<typeof operatorTexts.saveText>>, by = mary) =>
  nare.call(
    operatorTexts.saveText,
    { page: 'cookie-policy', en: source('New'), sw: source('Mpya'), reason, ...given } as never,
    by,
  )
const titleOf = async (page: 'cookie-policy' | 'terms-and-conditions', lang: 'en' | 'sw' = 'en') =>
  (await nare.call(pages.page, { page, lang })).body.data.title
const inAnHour = (hours = 1): string => new Date(nare.app.clock.now() + hours * 3_600_000).toISOString()

test('a text is read from the moment at which it is published, and an earlier one comes back as a new version', async () => {
  const file = await titleOf('cookie-policy')
  expect(await save({}, auditor)).toMatchObject({ status: 403 })
  expect(await save({ en: 'no head' })).toMatchObject({ status: 400, body: { fields: { en: expect.any(String) } } })
  const saved = await save({})
  expect(saved).toMatchObject({ status: 200, body: { version: 1 } })
  expect(await titleOf('cookie-policy')).toBe(file)
  const publish = (version: number, from?: string) =>
    nare.call(operatorTexts.publishText, { page: 'cookie-policy', version, ...(from && { from }), reason }, mary)
  expect(await publish(9)).toMatchObject({ status: 404 })
  expect(await publish(1, '2020-01-01T00:00:00Z')).toMatchObject({
    status: 400,
    body: { fields: { from: expect.any(String) } },
  })
  expect(await publish(1)).toMatchObject({ status: 200, body: { state: 'published' } })
  expect([await titleOf('cookie-policy'), await titleOf('cookie-policy', 'sw')]).toEqual(['New', 'Mpya'])
  const shown = await nare.call(pages.page, { page: 'cookie-policy', lang: 'en' })
  expect(JSON.stringify(shown.body.data.blocks)).toContain('<script>alert(1)</script>')
  const back = await nare.call(operatorTexts.saveText, { page: 'cookie-policy', of_version: 0, reason }, mary)
  expect(back.body).toEqual({ page: 'cookie-policy', version: 2 })
  expect(await publish(2, inAnHour())).toMatchObject({ body: { state: 'planned' } })
  expect(await titleOf('cookie-policy')).toBe('New')
  await nare.call(sandbox.clock, { advance_s: 3_601 })
  expect(await titleOf('cookie-policy')).toBe(file)
  const list = await nare.call(operatorTexts.textVersions, { page: 'cookie-policy' }, mary)
  expect(list.body).toMatchObject({
    published: { version: 2 },
    versions: [{ version: 2, of_version: 0 }, { version: 1 }, { version: 0 }],
  })
})

test('a hundred identical saves make one version', async () => {
  const id = randomUUID()
  const replies = await Promise.all(Array.from({ length: 100 }, () => save({ id, page: 'privacy-policy' })))
  // A server that is too busy refuses some for now; those that it answers are one version.
  const answered = replies.filter(({ status }) => status !== 503)
  expect(new Set(answered.map(({ status, body }) => `${status} ${body.version}`))).toEqual(new Set(['200 1']))
  const { body } = await nare.call(operatorTexts.textVersions, { page: 'privacy-policy' }, mary)
  expect(body.versions.map(({ version }) => version)).toEqual([1, 0])
})

test('new terms ask the bettor, who accepts them once; the earlier version stays known', async () => {
  const bettor = await nare.bettor()
  const { accepted, current } = (await nare.call(terms.terms, {}, bettor.token)).body.data
  await save({ page: 'terms-and-conditions' })
  const publish = (terms_version?: string, by = mary) =>
    nare.call(
      operatorTexts.publishText,
      { page: 'terms-and-conditions', version: 1, ...(terms_version && { terms_version }), reason },
      by,
    )
  expect(await publish()).toMatchObject({ status: 400, body: { fields: { terms_version: expect.any(String) } } })
  expect(await publish(current)).toMatchObject({ status: 400, body: { fields: { terms_version: expect.any(String) } } })
  expect(await titleOf('terms-and-conditions')).not.toBe('New')
  expect(await publish('2027-05-01')).toMatchObject({ status: 202, body: { state: 'waiting' } })
  expect(await publish('2027-05-01')).toMatchObject({ status: 403 })
  expect((await nare.call(terms.terms, {}, bettor.token)).body.data).toMatchObject({ current })
  expect(await publish('2027-05-01', mark)).toMatchObject({ status: 200, body: { state: 'published' } })
  for (const label of [current, '2027-05-01']) expect(await publish(label)).toMatchObject({ status: 400 })
  const list = await nare.call(operatorTexts.textVersions, { page: 'terms-and-conditions' }, mary)
  expect(list.body.publications).toMatchObject([{ version: 1, by: 'mary', confirmed_by: 'mark' }])
  expect((await nare.call(terms.terms, {}, bettor.token)).body.data).toMatchObject({
    current: '2027-05-01',
    is_asked: true,
  })
  expect(await nare.call(terms.acceptTerms, { version: current }, bettor.token)).toMatchObject({ status: 422 })
  const accept = () => nare.call(terms.acceptTerms, { version: '2027-05-01' }, bettor.token)
  await Promise.all([accept(), accept()])
  expect((await accept()).body.data).toMatchObject({ accepted: '2027-05-01', is_asked: false })
  const { rows } =
    await sql`select version from identity.terms_accepted where bettor = ${bettor.id}::bigint order by at`.execute(
      nare.base.db,
    )
  expect(rows).toEqual([{ version: accepted }, { version: '2027-05-01' }])
})

const banner = (given: Partial<Sent<typeof operatorBanners.addBanner>>) =>
  nare.call(
    operatorBanners.addBanner,
    {
      ...{ title: { en: 'Derby', sw: 'Dabi' }, link: '/promotions', audience: 'all', approval: 'GRA/1' },
      ...{ starts_at: inAnHour(-1), ends_at: inAnHour(), reason, ...given },
    },
    mary,
  )
const shownTo = async (token?: string, lang: 'en' | 'sw' = 'en') =>
  (await nare.call(banners.banners, { lang }, token)).body.data.map(({ title }) => title)

test('a banner is shown between its times to its audience, never to somebody on a break', async () => {
  const [bettor, resting] = await nare.bettors(2)
  if (!bettor || !resting) throw new Error('no bettors')
  await nare.call(protection.selfExclude, { period: '24h' } as never, resting.token)
  expect(await banner({ ends_at: inAnHour(-2) })).toMatchObject({
    status: 400,
    body: { fields: { ends_at: expect.any(String) } },
  })
  expect(await banner({ link: 'https://evil.example' })).toMatchObject({ status: 400 })
  expect(await banner({ picture: Buffer.from('<svg/>').toString('base64') })).toMatchObject({
    status: 400,
    body: { fields: { picture: expect.any(String) } },
  })
  const added = await banner({ picture: pngFile('x').toString('base64') })
  expect(added).toMatchObject({ status: 200, body: { state: 'running' } })
  await banner({ title: { en: 'Guests', sw: 'Wageni' }, audience: 'guests' })
  await banner({ title: { en: 'Swahili', sw: 'Kiswahili' }, lang: 'sw', audience: 'bettors' })
  await banner({ title: { en: 'Later', sw: 'Baadaye' }, starts_at: inAnHour(0.5) })
  expect(await shownTo()).toEqual(['Derby', 'Guests'])
  expect(await shownTo(bettor.token)).toEqual(['Derby'])
  expect(await shownTo(bettor.token, 'sw')).toEqual(['Dabi', 'Kiswahili'])
  expect(await shownTo(resting.token)).toEqual([])
  const picture = await nare.app.app.inject({ url: `/v1/banners/${added.body.banner_id}/picture` })
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
  await nare.call(operatorBanners.endBanner, { banner_id: added.body.banner_id, reason }, mary)
  expect(await shownTo()).toEqual(['Guests'])
})

const draft = (given: Partial<Sent<typeof operatorMessages.draftMessage>>) =>
  nare.call(
    operatorMessages.draftMessage,
    {
      ...{
        kind: 'promotion',
        channel: 'both',
        texts: { en: 'A derby tonight', sw: 'Dabi leo usiku' },
        approval: 'GRA/2',
      },
      ...{ to: ['1'], reason, ...given },
    },
    mary,
  )

const runJob = async (name: string) =>
  nare.app
    .jobs()
    .find((job) => job.name === name)
    ?.run()
const send = () => runJob('messages of the house')
const countsOf = async (message_id: string) =>
  (await nare.call(operatorMessages.message, { message_id }, mary)).body.data.counts
const smsOf = async ({ msisdn }: { msisdn: string }, text: string): Promise<number> =>
  JSON.stringify((await nare.call(sandbox.phone, { msisdn })).body).split(text).length - 1

/** Sets the quiet hours from now on. */
async function quietHours(from: number, until: number): Promise<void> {
  for (const [key, hour] of Object.entries({ 'house.quiet_from': from, 'house.quiet_until': until }))
    await sql`insert into settings.value (key, value, effective_at, author, reason, at)
      select ${key}, to_jsonb(${hour}::int), at, 'mary', 'Quiet hours', at from (select platform.now() as at) now`.execute(
      nare.base.db,
    )
  await runJob('settings')
}

test('another person sends a message once to each; who rests or is unknown gets nothing', async () => {
  const [one, resting] = await nare.bettors(2)
  if (!one || !resting) throw new Error('no bettors')
  await nare.call(protection.selfExclude, { period: '24h' } as never, resting.token)
  const to = [`${one.id}`, `${resting.id}`, '999999999', `${one.id}`]
  expect(
    await nare.call(
      operatorMessages.draftMessage,
      { kind: 'promotion', channel: 'sms', texts: { en: 'abc', sw: 'abc' }, to, reason },
      mary,
    ),
  ).toMatchObject({
    status: 400,
    body: { fields: { approval: expect.any(String) } },
  })
  const previewed = await draft({ to, preview: true })
  expect(previewed.body).toMatchObject({
    message_id: null,
    effect: { people: 3, refused: { not_found: 1, opted_out: 0, protected: 1 }, sms: 1 },
  })
  const id = randomUUID()
  const made = await Promise.all(Array.from({ length: 100 }, () => draft({ id, to })))
  const ids = new Set(made.filter(({ status }) => status !== 503).map(({ body }) => body.message_id))
  expect(ids.size).toBe(1)
  const message_id = [...ids][0] ?? ''
  const approve = (by: string) => nare.call(operatorMessages.approveMessage, { message_id, reason }, by)
  expect((await approve(mary)).body).toMatchObject({ code: 'not_allowed' })
  expect(await approve(mark)).toMatchObject({ status: 200, body: { state: 'sending' } })
  await quietHours(0, 0)
  await send()
  expect(await countsOf(message_id)).toMatchObject({ people: 3, sent: 1, refused: 2, waiting: 0 })
  const inbox = await nare.call(messages.messages, {}, one.token)
  expect(inbox.body.data).toHaveLength(1)
  expect(inbox.body.data[0]?.text).toMatch(/A derby tonight .*18\+.*GRA\/2.*STOP/)
  expect((await nare.call(messages.messages, {}, resting.token)).body.data).toEqual([])
  expect(await smsOf(one, 'A derby tonight')).toBe(1)
})

const approved = async (given: Parameters<typeof draft>[0]): Promise<string> => {
  const message_id = (await draft(given)).body.message_id ?? ''
  expect(await nare.call(operatorMessages.approveMessage, { message_id, reason }, mark)).toMatchObject({ status: 200 })
  return message_id
}

test('what a process handed over before it was killed is unknown and never sent again; the others get it once', async () => {
  const [handed, waiting] = await nare.bettors(2)
  if (!handed || !waiting) throw new Error('no bettors')
  await quietHours(0, 0)
  const texts = { en: 'The pool is open', sw: 'Dimbwi liko wazi' }
  const message_id = await approved({ channel: 'sms', texts, to: [`${handed.id}`, `${waiting.id}`] })
  await sql`update content.message_to set state = 'handed', text = 'x', at = platform.now() - interval '301 seconds'
    where message_id = ${message_id}::bigint and bettor = ${handed.id}::bigint`.execute(nare.base.db)
  await Promise.all([send(), send()])
  await send()
  expect(await countsOf(message_id)).toMatchObject({ people: 2, sent: 1, unknown: 1, waiting: 0 })
  expect([await smsOf(handed, texts.en), await smsOf(waiting, texts.en)]).toEqual([0, 1])
})

test('promotions wait until the quiet hours end, messages of service do not', async () => {
  const bettor = await nare.bettor()
  const to = [`${bettor.id}`]
  const hour = (nare.app.clock.date().getUTCHours() + 3) % 24
  await quietHours(hour, (hour + 2) % 24)
  const promotion = await approved({ channel: 'sms', to })
  const service = await approved({ kind: 'service', channel: 'sms', texts: { en: 'We moved', sw: 'Tumehama' }, to })
  await send()
  expect([await countsOf(promotion), await countsOf(service)]).toMatchObject([{ sent: 0 }, { sent: 1 }])
  await nare.call(sandbox.clock, { advance_s: 2 * 3_600 })
  await send()
  expect(await countsOf(promotion)).toMatchObject({ sent: 1, waiting: 0 })
})

test('whoever wants no messages gets none by SMS, and one of service in the app only', async () => {
  const [out, other] = await nare.bettors(2)
  if (!out || !other) throw new Error('no bettors')
  await quietHours(0, 0)
  await sql`insert into identity.sms_number (msisdn, opted_out_at, changed_at)
    values (${out.msisdn}, platform.now(), platform.now())
    on conflict (msisdn) do update set opted_out_at = platform.now()`.execute(nare.base.db)
  const to = [`${out.id}`, `${other.id}`]
  const texts = { en: 'Left alone', sw: 'Ameachwa' }
  const promotion = await approved({ channel: 'both', texts, to })
  const service = await approved({ kind: 'service', channel: 'both', texts, to })
  await send()
  expect([await countsOf(promotion), await countsOf(service)]).toMatchObject([{ refused: 1 }, { sent: 2 }])
  expect([await smsOf(out, texts.en), await smsOf(other, texts.en)]).toEqual([0, 2])
  expect((await nare.call(messages.messages, {}, out.token)).body.data.map(({ text }) => text)).toEqual([texts.en])
})

test('a token of a person approves no message', async () => {
  await nare.app.staff.demo.open()
  const [asha, juma] = [await seated(nare, 'asha'), await seated(nare, 'juma')]
  const { token } = await tokenBy(asha, juma, { name: 'sender', roles: ['marketing'], days: 1 })
  const bettor = await nare.bettor()
  const message_id = (await draft({ to: [`${bettor.id}`] })).body.message_id ?? ''
  expect(await nare.call(operatorMessages.approveMessage, { message_id, reason }, token)).toMatchObject({
    status: 403,
    body: { code: 'not_allowed', error: 'A token confirms nothing' },
  })
  expect((await nare.call(operatorMessages.message, { message_id }, mary)).body.data.state).toBe('draft')
})

test('ten thousand ids are one draft, more are refused', async () => {
  const to = Array.from({ length: 10_001 }, (_, n) => `${n + 1_000_000}`)
  expect((await draft({ to })).status).toBe(400)
  expect((await draft({ to: to.slice(1), preview: true })).body.effect).toMatchObject({
    people: 10_000,
    refused: { not_found: 10_000 },
  })
})
