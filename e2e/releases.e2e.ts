import type { Page } from '@playwright/test'
import { serveReleases, type Releases } from './support/release.ts'
import { isWide, newMatch, resultOf } from './support/slip.ts'
import { expect, test as base } from './support/test.ts'

const test = base.extend<{ releases: Releases }>({
  releases: async ({ baseURL }, use) => {
    const releases = await serveReleases(String(baseURL))
    await use(releases)
    await releases.stop()
  },
})

/** Opens a new match in the release and picks its home team. */
async function pickIn(page: Page, matchId: string, { url }: Releases): Promise<void> {
  await page.goto(`${url}/match/${matchId}`)
  await resultOf(page).home.click()
  await expectPicks(page, 1)
}

async function expectPicks(page: Page, picks: number): Promise<void> {
  const text = picks === 1 ? '1 pick in the slip' : `${picks} picks in the slip`
  await expect(page.getByRole('status').filter({ hasText: text })).toBeAttached()
}

/** Marks the document to detect a reload. */
const mark = (page: Page) => page.evaluate(() => void (document.documentElement.dataset['marked'] = 'yes'))
const marked = (page: Page) => page.evaluate(() => document.documentElement.dataset['marked'] === 'yes')

const toAZ = (page: Page) => page.evaluate(() => history.pushState({}, '', '/competition'))

async function expectRetryWorks(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Loading chunk failed' })).toBeVisible()
  await expectPicks(page, 1)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Sports A-Z', level: 1 })).toBeVisible()
  await expectPicks(page, 1)
}

test('after a release a screen whose chunk no longer exists shows Loading chunk failed; a retry loads the new release and keeps the slip', async ({
  page,
  request,
  releases,
}) => {
  const match = await newMatch(request)
  await pickIn(page, match.id, releases)
  await releases.next()
  await mark(page)
  await toAZ(page)
  await expectRetryWorks(page)
  expect(await marked(page)).toBe(false)
  await page.goto(`${releases.url}/match/${match.id}`)
  await expect(resultOf(page).home).toHaveAttribute('aria-pressed', 'true')
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  async function installed(page: Page): Promise<void> {
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      if (!navigator.serviceWorker.controller)
        await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
    })
  }

  test(
    'one retry replaces the release cached by the service worker',
    { tag: '@long' },
    async ({ page, request, releases }) => {
      await pickIn(page, (await newMatch(request)).id, releases)
      await installed(page)
      await page.reload()
      await expectPicks(page, 1)
      await releases.next()
      await toAZ(page)
      await expectRetryWorks(page)
    },
  )

  test(
    'a new release does not reload a page with picks; the next navigation loads it with all picks',
    { tag: '@long' },
    async ({ page, request, releases }) => {
      const [first, second] = [await newMatch(request), await newMatch(request)]
      await pickIn(page, first.id, releases)
      await installed(page)
      await page.goto(`${releases.url}/match/${second.id}`)
      await expect(resultOf(page).home).toBeVisible()
      await mark(page)
      // The browser may find the new release before `update` does, so the page listens before the release exists.
      const activated = await page.evaluateHandle(() => {
        const change = new Promise<void>((done) =>
          navigator.serviceWorker.addEventListener('controllerchange', () => done(), { once: true }),
        )
        return { change }
      })
      await releases.next()
      await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
      await activated.evaluate(({ change }) => change)
      await resultOf(page).home.click()
      await expectPicks(page, 2)
      expect(await marked(page)).toBe(true)
      await page.getByRole('link', { name: isWide(page) ? 'Nare, home' : 'Home', exact: true }).click()
      await expect.poll(() => marked(page)).toBe(false)
      await expect(page.getByRole('heading', { name: "Today's matches", level: 1 })).toBeAttached()
      await expectPicks(page, 2)
    },
  )
})
