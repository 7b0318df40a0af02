import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { banners } from '@nare/contract/banners'
import { consentVersion, type ConsentChannel } from '@nare/contract/consent-wording'
import { consents } from '@nare/contract/consents'
import { operatorBanners } from '@nare/contract/operator-banners'
import { consoleToday } from '@nare/contract/console-today'
import { identity } from '@nare/contract/identity'
import { operatorMessages } from '@nare/contract/messages'
import { operatorTexts } from '@nare/contract/operator-texts'
import { pages } from '@nare/contract/pages'
import { protection } from '@nare/contract/protection'
import type { Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { terms } from '@nare/contract/terms'
import { testApp, type TestApp } from '#testing/app'
import { houseMessages, idsOf, type HouseMessages } from '#testing/house-messages'
import { operatorsOf, operatorToken } from '#testing/operators'
import { pngFile } from '#testing/pictures'
import type { SeededBettor } from '#testing/seed'

const [mary, mark, auditor] = [operatorToken('mary'), operatorToken('mark'), operatorToken('ivy')]
const reason = 'A test of texts'

let nare: TestApp
let house: HouseMessages
beforeAll(async () => {
  nare = await testApp({ OPERATORS: operatorsOf({ mary: 'marketing', mark: 'marketing', ivy: 'auditor' }) })
  house = houseMessages(nare, { author: mary, approver: mark })
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

test('a consent is off at first, kept with its sentence, and taken back; each channel is its own', async () => {
  const bettor = await nare.bettor()
  const read = async () => (await nare.call(consents.consents, {}, bettor.token)).body.data
  const choose = (channel: ConsentChannel, given: boolean, wording?: string) =>
    nare.call(consents.chooseConsent, { channel, given, ...(wording && { wording }) }, bettor.token)
  expect(await read()).toEqual({
    wording: consentVersion,
    channels: [
      { channel: 'sms', given: false, at: null },
      { channel: 'app', given: false, at: null },
    ],
  })
  for (const wording of [undefined, '2020-01-01'])
    expect(await choose('sms', true, wording)).toMatchObject({ status: 422, body: { code: 'not_available' } })
  const replies = await Promise.all(Array.from({ length: 100 }, () => choose('app', true, consentVersion)))
  expect(replies.every(({ status }) => status === 200 || status === 503 || status === 429)).toBe(true)
  expect((await read()).channels).toMatchObject([{ given: false }, { given: true }])
  await house.quietHours(0, 0)
  const to = idsOf([bettor])
  const texts = { en: 'Only for the app', sw: 'Ya app tu' }
  const both = await house.approved({ channel: 'both', texts, to })
  await house.send()
  expect(await house.countsOf(both)).toMatchObject({ sent: 1, by_sms: 0 })
  expect(await house.inboxOf(bettor)).toEqual([expect.stringContaining(texts.en)])
  await choose('app', false)
  await choose('app', false)
  const { rows } = await sql`
    select channel, given, wording, how from identity.message_consent where bettor = ${bettor.id}::bigint order by id`.execute(
    nare.base.db,
  )
  expect(rows).toEqual([
    { channel: 'app', given: true, wording: consentVersion, how: 'profile' },
    { channel: 'app', given: false, wording: null, how: 'profile' },
  ])
  expect((await house.draft({ to, preview: true })).body.effect).toMatchObject({ refused: { no_consent: 1 } })
  expect((await house.draft({ kind: 'service', to, preview: true })).body.effect).toMatchObject({ sms: 1 })
})

test('STOP takes the consent back and START gives it again, once each; START alone agrees to nothing', async () => {
  const [bettor] = await house.agreed(1)
  const other = await nare.bettor()
  if (!bettor) throw new Error('no bettor')
  const write = ({ msisdn }: SeededBettor, text: string) => nare.call(sandbox.sendSms, { msisdn, text })
  const isGiven = async ({ token }: SeededBettor) =>
    (await nare.call(consents.consents, {}, token)).body.data.channels[0]?.given
  const effectOn = async (one: SeededBettor, kind: 'promotion' | 'service') =>
    (await house.draft({ kind, channel: 'sms', to: idsOf([one]), preview: true })).body.effect
  await write(bettor, 'Stop')
  expect(await isGiven(bettor)).toBe(false)
  expect(await effectOn(bettor, 'promotion')).toMatchObject({ refused: { opted_out: 1 } })
  await write(bettor, 'START')
  expect(await isGiven(bettor)).toBe(true)
  expect(await effectOn(bettor, 'promotion')).toMatchObject({ sms: 1 })
  await write(other, 'stop')
  await write(other, 'Anza!')
  expect(await isGiven(other)).toBe(false)
  expect(await effectOn(other, 'service')).toMatchObject({ sms: 1 })
  expect(await effectOn(other, 'promotion')).toMatchObject({ refused: { no_consent: 1 } })
  await write(other, 'STOP')
  await nare.call(consents.chooseConsent, { channel: 'sms', given: true, wording: consentVersion }, other.token)
  expect(await effectOn(other, 'promotion')).toMatchObject({ sms: 1 })
  // A message is known again by the provider's id: its second delivery after a START changes nothing.
  const deliver = (id: string, text: string) =>
    house.post('incoming', { id, text, from: `+${bettor.msisdn}`, to: '22384' })
  for (const [id, text] of [
    ['ATSid_a', 'STOP'],
    ['ATSid_b', 'START'],
    ['ATSid_a', 'STOP'],
  ] as const)
    expect(await deliver(id, text)).toBe(200)
  expect(await isGiven(bettor)).toBe(true)
})

test('the box of the sign-up becomes a consent once the number is verified; a stranger who types a number agrees to nothing', async () => {
  const signUp = async (msisdn: string, promotions_by_sms?: string) => {
    const details = { msisdn, password: 'Twiga mrefu 7', date_of_birth: '1990-01-01', terms: true } as const
    const made = await nare.call(identity.signup, { ...details, ...(promotions_by_sms && { promotions_by_sms }) })
    expect(made.status).toBe(200)
    const before = (await nare.call(identity.login, { msisdn, password: details.password })).body.user
    const wish = { channel: 'sms', given: true, wording: consentVersion } as const
    expect(await nare.call(consents.chooseConsent, wish, before.token)).toMatchObject({ status: 403 })
    const to = [before.id]
    expect((await house.draft({ kind: 'service', to, preview: true })).body.effect).toMatchObject({
      refused: { not_found: 1 },
    })
    const code = (await nare.call(sandbox.phone, { msisdn })).body.sms.at(-1)?.code ?? ''
    const { user } = (await nare.call(identity.verify, { msisdn, code, id: made.body.success.id })).body
    return (await nare.call(consents.consents, {}, user.token)).body.data.channels.map(({ given }) => given)
  }
  expect(await signUp('254712700011', consentVersion)).toEqual([true, false])
  expect(await signUp('254712700012')).toEqual([false, false])
  expect(await signUp('254712700013', '2020-01-01')).toEqual([false, false])
  const { rows } = await sql`select wording, how from identity.message_consent where how = 'sign_up'`.execute(
    nare.base.db,
  )
  expect(rows).toEqual([{ wording: consentVersion, how: 'sign_up' }])
})

test('a draft of a page and a draft of a message wait in Today until somebody decides', async () => {
  const waits = async (name: 'messages' | 'texts') =>
    (await nare.call(consoleToday.today, {}, mary)).body.queues.find((queue) => queue.name === name)
  const [texts, written] = [await waits('texts'), await waits('messages')]
  const { version } = (await save({ page: 'responsible-gambling' })).body
  const message_id = (await house.draft({})).body.message_id ?? ''
  expect(await waits('texts')).toMatchObject({ count: (texts?.count ?? 0) + 1, oldest_at: expect.any(String) })
  expect(await waits('messages')).toMatchObject({ count: (written?.count ?? 0) + 1, promise_s: 86_400 })
  const draftNow = async () =>
    (await nare.call(operatorTexts.texts, {}, mary)).body.data.find(({ page }) => page === 'responsible-gambling')
      ?.draft
  expect(await draftNow()).toMatchObject({ version, by: 'mary' })
  const drop = (of: number) =>
    nare.call(operatorTexts.dropText, { page: 'responsible-gambling', version: of, reason }, mary)
  expect(await drop(version + 1)).toMatchObject({ status: 404 })
  expect(await drop(version)).toMatchObject({ status: 200 })
  const publish = { page: 'responsible-gambling', version, reason } as const
  expect(await nare.call(operatorTexts.publishText, publish, mary)).toMatchObject({ body: { code: 'not_available' } })
  await nare.call(operatorMessages.stopMessage, { message_id, reason }, mark)
  expect(await draftNow()).toBeNull()
  expect([await waits('texts'), await waits('messages')]).toMatchObject([
    { count: texts?.count },
    { count: written?.count },
  ])
})
