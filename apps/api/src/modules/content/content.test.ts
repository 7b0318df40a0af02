import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { content } from '@nare/contract/content'
import { contentPages, pages } from '@nare/contract/pages'
import { protection } from '@nare/contract/protection'
import { testApp, type TestApp } from '#testing/app'

let at: TestApp
let folder: string
const shipped = new URL('../../../../../content', import.meta.url).pathname

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nare-content-'))
  await mkdir(join(folder, 'en'))
  await copyFile(join(shipped, 'operator.json'), join(folder, 'operator.json'))
  at = await testApp({
    CONTENT_DIR: folder,
    IGPIXEL_URL: 'https://sports.example/open?skin=7',
    PUBLIC_URL: 'https://bet.example',
  })
})
afterAll(async () => {
  await at.close()
  await rm(folder, { recursive: true })
})

test('every shipped page exists in both languages, with all variables substituted', async () => {
  const whole = await testApp({}, { base: at.base })
  for (const page of contentPages) {
    for (const lang of ['en', 'sw'] as const) {
      const { status, body } = await whole.call(pages.page, { page, lang })
      expect([page, status, body.data.lang]).toEqual([page, 200, lang])
      expect(JSON.stringify(body)).not.toMatch(/\{\{|lorem/i)
      expect(body.data.blocks.length).toBeGreaterThan(5)
    }
  }
  await whole.close()
})

test('an edited page applies from the next request, and an invalid one is not shown', async () => {
  const file = join(folder, 'en', 'cookie-policy.md')
  const getPage = () => at.call(pages.page, { page: 'cookie-policy', lang: 'sw' })
  expect((await getPage()).status).toBe(404)
  await writeFile(file, '---\ntitle: A\nupdated: 2026-11-01\nsummary: S\n---\nMinimum {{ min_stake }}, {{company}}')
  const { body } = await getPage()
  expect([body.data.title, body.data.lang]).toEqual(['A', 'en'])
  expect(body.data.blocks).toEqual([{ kind: 'paragraph', text: [{ text: 'Minimum 20, Nare Example Limited' }] }])
  await writeFile(file, '---\ntitle: Quite another\nupdated: 2026-11-02\nsummary: S\n---\nB')
  expect((await getPage()).body.data.title).toBe('Quite another')
  await writeFile(file, 'no head')
  expect((await getPage()).status).toBe(404)
})

test('carousels come from the folder, and an invalid image shows none', async () => {
  const image = { id: '1', image: '/banner.webp', title: 'Derby', link: '/match/10000001' }
  expect((await at.call(content.carousel, {})).body.images).toEqual([])
  await writeFile(join(folder, 'carousels.json'), JSON.stringify({ home: [image] }))
  expect((await at.call(content.carousel, {})).body).toEqual({ status: 200, images: [image] })
  expect((await at.call(content.casinoCarousel, {})).body.images).toEqual([])
  await writeFile(join(folder, 'carousels.json'), JSON.stringify({ home: [{ ...image, link: 'javascript:alert(1)' }] }))
  expect((await at.call(content.carousel, {})).body.images).toEqual([])
})

test('a bettor who may not be sent promotions gets no images that advertise them', async () => {
  const image = { id: '1', image: '/banner.webp', title: 'Derby', link: '/match/10000001' }
  const offers = [
    { ...image, id: '2', link: '/promo/1' },
    { ...image, id: '3', link: '/promotions' },
  ]
  const flagged = { ...image, id: '4', link: 'https://example.com/offer', promotes: true }
  const all = [image, ...offers, flagged]
  await writeFile(join(folder, 'carousels.json'), JSON.stringify({ home: all, casino: all }))
  const bettor = await at.bettor()
  const ids = async (route: typeof content.carousel, token?: string) =>
    (await at.call(route, {}, token)).body.images.map(({ id }) => id)
  for (const route of [content.carousel, content.casinoCarousel]) {
    expect(await ids(route)).toEqual(['1', '2', '3', '4'])
    expect(await ids(route, bettor.token)).toEqual(['1', '2', '3', '4'])
  }
  await at.call(protection.selfExclude, { period: '24h' }, bettor.token)
  for (const route of [content.carousel, content.casinoCarousel]) {
    expect(await ids(route, bettor.token)).toEqual(['1'])
    expect(await ids(route)).toEqual(['1', '2', '3', '4'])
  }
})

test('the sports provider is launched with a return URL of this site only', async () => {
  const { body } = await at.call(content.launch, { game: 'virtual football', return_url: '/virtuals?a=1' })
  expect(body.url).toBe(
    'https://sports.example/open?skin=7&game=virtual+football&return_url=https%3A%2F%2Fbet.example%2Fvirtuals%3Fa%3D1',
  )
  for (const return_url of [
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'https://bet.example@evil.example/',
    'https://a:b@bet.example/',
  ]) {
    const refusal = await at.call(content.launch, { return_url })
    expect([refusal.status, refusal.body['code']]).toEqual([400, 'invalid_input'])
  }
})

test('settings list only available features', async () => {
  const { features } = (await at.call(content.settings, {})).body.message
  expect(features).toMatchObject({ sports: true, live: true, provider: true, league: false, combinations: true })
  const none = await testApp({ LEAGUE: 'on' }, { base: at.base })
  expect((await none.call(content.launch, {})).body['code']).toBe('not_available')
  expect((await none.call(content.settings, {})).body.message.features).toMatchObject({
    provider: false,
    league: true,
  })
  await none.close()
})

test('settings give the time zone and the mobile numbers of the country', async () => {
  expect((await at.call(content.settings, {})).body.message).toMatchObject({
    time_zone: 'Africa/Nairobi',
    numbers: { calling_code: '254', mobile: '[17]\\d{8}' },
  })
})

test('settings list the configured payment providers and the paybill number', async () => {
  const { payments } = (await at.call(content.settings, {})).body.message
  expect(payments).toMatchObject({
    providers: ['mpesa', 'airtel'],
    paybill: '174379',
    mpesa_menu: '*334#',
    deposit_min: '10.00',
  })
})
