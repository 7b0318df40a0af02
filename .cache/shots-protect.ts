import { createHmac, randomUUID } from 'node:crypto'
import { chromium, request as requests } from '@playwright/test'
import { kyc } from '@nare/contract/kyc'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { shown } from '@nare/contract/shown'
import { ask, signUp, type Bettor } from '../e2e/support/api.ts'
import { startApp } from '../e2e/support/app.ts'
import { findBrowser } from '../e2e/support/browser.ts'
import { answerPrompt } from '../e2e/support/money.ts'

const out = process.env['SHOTS'] ?? '/tmp/w/protect-shots'
const key = 'ab'.repeat(32)
const app = await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off', REGISTER_KEY: key })
const request = await requests.newContext({ baseURL: app.url })
const browser = await chromium.launch(await findBrowser())
try {
  const front = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const names = [
    'Achieng Faith Odhiambo',
    'Brian Kamau',
    'Carol Njeri Wambui',
    'Daudi Mutua',
    'Eunice Chebet Kiprotich',
  ]
  const bettors: Bettor[] = []
  for (const [at, name] of names.entries()) {
    const bettor = await signUp(request, { name })
    bettors.push(bettor)
    const state = await ask(
      request,
      kyc.checkIdentity,
      { id: randomUUID(), kind: 'national_id', number: `${bettor.msisdn.slice(4, 11)}8`, name, front },
      bettor.token,
    ).catch((e) => e)
    console.log(name, state)
    for (let times = 0; times < 7 + at; times++) {
      await ask(request, payments.deposit, { id: randomUUID(), amount: String(200 * (at + 1)) }, bettor.token)
      await answerPrompt(request, bettor.msisdn, 'approve')
      await ask(request, sandbox.quiet, {})
    }
  }
  const [first, second] = bettors
  if (!first || !second) throw new Error('none')
  for (const what of ['reality_check', 'help_line', 'promotions_withheld'] as const)
    await ask(request, shown.noteShown, { what }, first.token)
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto('/console/house/protection/markers')
  await page.getByLabel('Name').waitFor()
  const { code } = (await (await request.get('/sandbox/staff/esther')).json()) as { code: string }
  for (const text of ['esther', 'karibu-console', code]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Menu of esther' }).waitFor()
  const op = (path: string, body?: unknown) =>
    page.evaluate(
      async ([p, b]) =>
        (
          await fetch(
            p as string,
            b ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(b) } : {},
          )
        ).json(),
      [path, body] as const,
    )
  let list: { marker_id: string; bettor_id: string }[] = []
  for (let n = 0; n < 90 && list.length < 5; n++) {
    await new Promise((r) => setTimeout(r, 1000))
    list = ((await op('/v1/operator/protection/markers')) as { data: typeof list }).data
  }
  console.log('markers', list.length)
  const [one] = list
  const reason = 'asked by phone'
  if (one) {
    const id = one.bettor_id,
      marker_id = one.marker_id
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    for (const [p, b] of [
      [
        '/v1/operator/protection/contacts',
        {
          id: randomUUID(),
          bettor_id: id,
          marker_id,
          channel: 'phone',
          said: 'She says the deposits were for a weekend with friends. Wants a lower limit and two days without betting.',
          measure: 'limit',
          follow_up_on: day,
          reason,
        },
      ],
      [`/v1/operator/bettors/${id}/limits`, { marker_id, deposit: { day: '1000', week: '3000' }, reason }],
      [`/v1/operator/bettors/${id}/break`, { marker_id, period: '24h', reason }],
      [
        `/v1/operator/bettors/${id}/message`,
        { bettor_id: id, marker_id, text: 'We spoke today. Help is free at any hour.', reason },
      ],
      [`/v1/operator/bettors/${id}/notes`, { bettor_id: id, marker_id, text: 'Sounded tired', reason }],
    ] as const)
      console.log(p, JSON.stringify(await op(p, b)).slice(0, 120))
    await ask(request, protection.protection, {}, first.token)
  }
  const hash = (text: string) => createHmac('sha256', Buffer.from(key, 'hex')).update(text).digest('hex')
  const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
  console.log(
    JSON.stringify(
      await op('/v1/operator/protection/register', {
        id: randomUUID(),
        version: 'GRA-2026-11',
        run_on: today,
        reason,
        file: `id_hmac,person_hmac,until\n${hash(`${second.msisdn.slice(4, 11)}8`)},,\n${'0'.repeat(63)},,\n`,
      }),
    ).slice(0, 200),
  )
  const shots: [string, string, string[]][] = [
    ['markers', '/house/protection/markers?state=any', []],
    ['marker-panel', `/house/protection/markers?marker=${one?.marker_id}&state=any`, []],
    ['marker-open', `/house/protection/markers?marker=${list[2]?.marker_id}`, []],
    ['marker-limit', `/house/protection/markers?marker=${list[2]?.marker_id}`, ['d']],
    ['marker-exclude', `/house/protection/markers?marker=${list[2]?.marker_id}`, ['x']],
    ['contacts', '/house/protection/contacts', ['j']],
    ['register', '/house/protection/register', ['j']],
    ['bettor', `/bettors/${one?.bettor_id}?kinds=protection`, []],
  ]
  const only = process.env['ONLY']?.split(',')
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      for (const [name, path, keys] of shots) {
        if (only && !only.includes(name)) continue
        await page.goto(`/console${path}`)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await page.waitForTimeout(1200)
        for (const k of keys) {
          await page.keyboard.press(k)
          await page.waitForTimeout(500)
        }
        await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png` })
        if (name === 'bettor' && width === 1440) {
          await page.getByRole('heading', { name: 'Markers of harm' }).scrollIntoViewIfNeeded()
          await page.screenshot({ path: `${out}/${name}-side-${colorScheme}.png` })
        }
      }
    }
  const bp = await (await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } })).newPage()
  for (const locale of ['en', 'sw']) {
    await bp.addInitScript(
      ([user, l]) => {
        localStorage.setItem('user', JSON.stringify({ value: user, created: Date.now(), ttl: 86_400_000 }))
        localStorage.setItem('bettor:locale', JSON.stringify({ value: l, created: Date.now(), ttl: 86_400_000 }))
      },
      [second.user, locale] as const,
    )
    await bp.goto('/profile?tab=limits')
    await bp.waitForTimeout(2500)
    await bp.screenshot({ path: `${out}/bettor-limits-${locale}.png` })
    await bp.goto('/deposit')
    await bp.waitForTimeout(2000)
    await bp.screenshot({ path: `${out}/bettor-deposit-${locale}.png` })
  }
} finally {
  await browser.close()
  await request.dispose()
  await app.stop()
}
