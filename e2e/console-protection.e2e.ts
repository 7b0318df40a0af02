import { createHmac, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request as requests, type APIRequestContext, type Page } from '@playwright/test'
import { kyc } from '@nare/contract/kyc'
import { payments } from '@nare/contract/payments'
import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import { ask, placeBet, signUp, type Bettor } from './support/api.ts'
import { startApp, type App } from './support/app.ts'
import { nextDay } from './support/clock.ts'
import { expectNothingSerious } from './support/console.ts'
import { answerPrompt } from './support/money.ts'
import { picture } from './support/picture.ts'
import { newMatch } from './support/slip.ts'
import { fill, personAt, task } from './support/tasks.ts'
import { enterAs, expect, test } from './support/test.ts'

const key = 'ab'.repeat(32)
const hashOf = (number: string): string => createHmac('sha256', Buffer.from(key, 'hex')).update(number).digest('hex')
const numberOf = ({ msisdn }: Bettor): string => `${msisdn.slice(4, 11)}8`

let app: App
let request: APIRequestContext
test.beforeAll(async () => {
  test.setTimeout(120_000)
  app = await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off', REGISTER_KEY: key })
  request = await requests.newContext({ baseURL: app.url })
})
test.afterAll(async () => {
  await request?.dispose()
  await app?.stop()
})

/** Signs up a bettor whose identity is confirmed by a document. */
async function provenBettor(page: Page): Promise<Bettor> {
  const bettor = await signUp(request)
  const front = (await picture(page, 800)).buffer.toString('base64')
  const given = {
    id: randomUUID(),
    kind: 'national_id',
    number: numberOf(bettor),
    name: bettor.user.name,
    front,
  } as const
  const { state } = await ask(request, kyc.checkIdentity, given, bettor.token)
  expect(state).toBe('passed')
  return bettor
}

/** Deposits seven times within a day and stakes what came, which raises a marker. */
async function playHard(bettor: Bettor): Promise<void> {
  for (let times = 0; times < 7; times++) {
    await ask(request, payments.deposit, { id: randomUUID(), amount: '200' }, bettor.token)
    await answerPrompt(request, bettor.msisdn, 'approve')
    await ask(request, sandbox.quiet, {})
  }
  const match = await newMatch(request)
  const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
  await placeBet(request, bettor, '500', [pick])
}

const markers = (page: Page) => page.getByRole('grid', { name: 'Markers of harm' })
const rowOf = (page: Page, { user }: Bettor) => markers(page).getByRole('row', { name: new RegExp(`B-${user.id}\\b`) })

/** Opens a form of the panel by its key, once it can be opened, and fills it. */
async function act(page: Page, [name, keyOf]: [string, string], fields: Record<string, string>, reason: string) {
  await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  await page.keyboard.press(keyOf)
  await expect(page.getByRole('form')).toBeVisible()
  await fill(page, fields, reason)
}

async function doneWith(page: Page, outcome: RegExp): Promise<void> {
  await expect(page.getByText(outcome).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('form')).toHaveCount(0)
}

test(
  'protection works a marker of real play: facts, contact, lower limits and a break, the follow-up on the next day, the end',
  { tag: ['@desktop', '@long'] },
  async ({ browser, page: own }) => {
    test.setTimeout(300_000)
    await own.goto(`${app.url}/`)
    const bettor = await provenBettor(own)
    await playHard(bettor)
    await enterAs(own, bettor)
    await own.goto(`${app.url}/profile?tab=limits`)
    await expect(own.getByRole('heading', { name: 'Your play and your limits' })).toBeVisible()
    await expect(own.getByText('Help line').first()).toBeVisible()

    const page = await personAt(
      { browser, request },
      { url: app.url, name: 'esther', path: '/house/protection/markers' },
    )
    const panel = page.getByRole('complementary', { name: 'Marker' })
    const done = panel.getByRole('region', { name: 'What was done' })
    await expect(rowOf(page, bettor)).toBeVisible({ timeout: 90_000 })
    await task(page, 'read what raised a marker', async () => {
      await page.keyboard.press('j')
      await expect(panel).toContainText('7 deposits in a day, 1,330')
      await expect(panel).toContainText(bettor.user.name)
      await expect(done).toContainText('Nothing yet.')
    })
    await expectNothingSerious(page)

    const day = new Date((await nowOf()) + 27 * 3_600_000).toISOString().slice(0, 10)
    await task(page, 'write a contact with a follow-up', async () => {
      const again = 'Again on (YYYY-MM-DD, or nothing)'
      await act(page, ['Write a contact', 'a'], { 'What was said': 'Wants to slow down', [again]: day }, 'called her')
      await doneWith(page, /It comes back on/)
    })
    await task(page, 'lower a limit at the marker', async () => {
      await act(page, ['Lower a limit', 'd'], { Amount: '300' }, 'asked for it')
      await doneWith(page, /The limit is lower from now on/)
    })
    await task(page, 'begin a break at the marker', async () => {
      await act(page, ['Break', 'p'], {}, 'asked for it')
      await doneWith(page, /It lasts until/)
    })
    await expect(done).toContainText('Limits lowered: Deposits 300 a day')
    await expect(done).toContainText('Break of 24 hours')
    await expect(done).toContainText('esther')
    await expect(panel).toContainText('Followed')
    const { exclusion } = await ask(request, protection.protection, {}, bettor.token)
    expect(exclusion).toMatchObject({ kind: 'break', period: '24h' })
    await own.goto(`${app.url}/deposit`)
    await expect(own.getByText("You can't deposit, bet or play games.")).toBeVisible()

    await page.keyboard.press('b')
    await expect(page.getByRole('heading', { level: 1, name: bettor.user.name })).toBeVisible()
    const care = page.getByRole('region', { name: 'Markers of harm' })
    await expect(care).toContainText('Followed')
    await page.getByRole('button', { name: 'Protection', exact: true }).press('Enter')
    const timeline = page.getByRole('grid', { name: 'Timeline' })
    for (const text of [
      'Marker many deposits raised',
      'Shown: the help line',
      'Shown: that games and deposits are closed',
    ])
      await expect(timeline).toContainText(text)
    await care.getByRole('link', { name: 'Many deposits' }).press('Enter')
    await expect(done).toContainText('Break of 24 hours')
    await page.context().close()

    const support = await personAt(
      { browser, request },
      { url: app.url, name: 'dalili', path: `/bettors/${bettor.user.id}` },
    )
    await expect(support.getByRole('heading', { level: 1, name: bettor.user.name })).toBeVisible()
    await expect(support.getByRole('grid', { name: 'Timeline' })).toContainText('Break of 24h')
    await expect(support.getByRole('grid', { name: 'Timeline' })).not.toContainText(/Marker|Conversation/)
    await expect(support.getByRole('region', { name: 'Markers of harm' })).toHaveCount(0)
    await support.context().close()

    await nextDay(request)
    const next = await personAt(
      { browser, request },
      { url: app.url, name: 'esther', path: '/house/protection/contacts?due=yes' },
    )
    const contact = next.getByRole('complementary', { name: 'Contact' })
    await task(next, 'follow a contact up on its day', async () => {
      await expect(
        next.getByRole('grid', { name: 'Contacts' }).getByRole('row', { name: /Wants to slow down/ }),
      ).toBeVisible()
      await next.keyboard.press('j')
      await expect(contact).toContainText('Wants to slow down')
      await act(
        next,
        ['Write the next contact', 'a'],
        { 'What was said': 'Has rested, keeps the limit' },
        'called again',
      )
      await doneWith(next, /^Kept\./)
    })
    await next.goto(`${app.url}/console/house/protection/markers?state=followed`)
    await task(next, 'close a marker', async () => {
      await expect(rowOf(next, bettor)).toBeVisible()
      await next.keyboard.press('j')
      await act(next, ['Close', 'r'], {}, 'plays within means')
      await doneWith(next, /^Closed\./)
    })
    await expect(rowOf(next, bettor)).toHaveCount(0)
    await next.context().close()
  },
)

test(
  'the register goes in and excludes the person of a hashed id, and the house’s own excluded person goes out as a hash',
  { tag: ['@desktop', '@long'] },
  async ({ browser, page: own }) => {
    test.setTimeout(300_000)
    await own.goto(`${app.url}/`)
    const [registered, left] = [await provenBettor(own), await provenBettor(own)]
    await ask(request, protection.selfExclude, { period: '6m' }, left.token)
    const page = await personAt(
      { browser, request },
      { url: app.url, name: 'esther', path: '/house/protection/register' },
    )
    await task(page, 'take a file of the register in', async () => {
      await page.getByRole('button', { name: 'Take a file in' }).press('Enter')
      const text = `id_hmac,person_hmac,until\n${hashOf(numberOf(registered))},,\n`
      const file = { name: 'register-1.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      await page.getByLabel('The authority’s file, as CSV').setInputFiles(file)
      await expect(page.getByLabel('Version')).toHaveValue('register-1')
      const today = new Date((await nowOf()) + 3 * 3_600_000).toISOString().slice(0, 10)
      await fill(page, { 'Day of the run (YYYY-MM-DD)': today }, 'the file of the day')
      await expect(page.getByText(/1 persons are in/)).toBeVisible()
    })
    await expect
      .poll(async () => (await ask(request, protection.protection, {}, registered.token)).exclusion?.kind)
      .toBe('exclusion')
    await enterAs(own, registered)
    await own.goto(`${app.url}/profile?tab=limits`)
    await expect(own.getByText("You're excluded for good.").first()).toBeVisible()
    await expect(own.getByText(/excluded yourself/)).toHaveCount(0)

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'CSV…' }).press('Enter')
    await page.getByLabel('Reason').fill('sent to the authority')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).press('Enter'),
    ])
    const out = await readFile(await download.path(), 'utf8')
    expect(out).toContain(hashOf(numberOf(left)))
    expect(out).not.toContain(hashOf(numberOf(registered)))
    await page.context().close()
  },
)

const nowOf = async (): Promise<number> => Date.parse((await ask(request, sandbox.clock, { advance_s: 0 })).now)
