import { driveMatch, finishMatch, placeBet } from './support/api.ts'
import { newMatch, resultOf } from './support/slip.ts'
import { enterAs, expect, passUntil, test } from './support/test.ts'

const bytesMax = 100_000

test(
  'in Lite an hour on the home page uses at most 0.1 MB, without a socket or a picture',
  { tag: '@long' },
  async ({ page, request }) => {
    for (let n = 0; n < 12; n++) await newMatch(request)
    await page.clock.install()
    const bytesOf = new Map<string, number>()
    const add = (id: string, bytes: number) => void bytesOf.set(id, (bytesOf.get(id) ?? 0) + bytes)
    let sockets = 0
    const pictures: string[] = []
    page.on('websocket', () => sockets++)
    await page.addInitScript(() =>
      localStorage.setItem('bettor:data-saver', JSON.stringify({ value: 'lite', created: 0, ttl: 9e15 })),
    )
    const wire = await page.context().newCDPSession(page)
    await wire.send('Network.enable')
    // Counts both directions with headers and URL, because a 304 response has nothing else.
    const lengthOf = (headers: object) => JSON.stringify(headers).length
    wire.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => add(requestId, url.length))
    wire.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => add(requestId, lengthOf(headers)))
    wire.on('Network.responseReceivedExtraInfo', ({ requestId, headers }) => add(requestId, lengthOf(headers)))
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength))
    page.on('request', (request) => request.resourceType() === 'image' && pictures.push(request.url()))
    await page.goto('/')
    await expect(page.getByRole('listitem').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    // One minute is enough for all late requests of the first screen.
    await page.clock.runFor(60_000)
    await page.waitForLoadState('networkidle')
    // The first screen may still load; what it asked for is not counted.
    const ofFirstScreen = new Set(bytesOf.keys())
    // The app checks every five seconds whether a minute has passed, so it polls 55 times an hour.
    for (let question = 0; question < 55; question++) {
      const answered = page.waitForResponse(/\/v1\/live\/states/)
      await page.clock.runFor(66_000)
      await (await answered).finished()
    }
    const ofTheHour = [...bytesOf].filter(([id]) => !ofFirstScreen.has(id))
    const bytes = ofTheHour.reduce((sum, [, more]) => sum + more, 0)
    test.info().annotations.push({ type: 'bytes an hour', description: String(bytes) })
    expect(bytes).toBeGreaterThan(55 * 100)
    expect(bytes).toBeLessThanOrEqual(bytesMax)
    expect([sockets, pictures.filter((url) => !/icon/.test(url))]).toEqual([0, []])
  },
)

test('in Lite a changed price shows on its match page within 15 seconds', async ({ page, request }) => {
  const match = await newMatch(request)
  await page.clock.install()
  await page.addInitScript(() =>
    localStorage.setItem('bettor:data-saver', JSON.stringify({ value: 'lite', created: 0, ttl: 9e15 })),
  )
  await page.goto(`/match/${match.id}`)
  await expect(resultOf(page).home).toContainText('2.10')
  await driveMatch(request, match.id, { odds: { '1': { home_team: '2.45' } } })
  const before = await page.evaluate(() => Date.now())
  await passUntil(page, resultOf(page).home.filter({ hasText: '2.45' }), 5000)
  expect(await page.evaluate(() => Date.now())).toBeLessThan(before + 40_000)
})

test(
  'in Lite My bets shows the result of a bet within a minute',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    const match = await newMatch(request)
    await placeBet(request, funded, '20.00', [
      { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' },
    ])
    await page.clock.install()
    await page.addInitScript(() =>
      localStorage.setItem('bettor:data-saver', JSON.stringify({ value: 'lite', created: 0, ttl: 9e15 })),
    )
    await enterAs(page, funded)
    await page.goto('/my-bets')
    const card = page.getByRole('listitem').filter({ hasText: 'Single' })
    await expect(card).toContainText('42')
    await finishMatch(request, match.id, { halfTime: '1:0', fullTime: '2:0' })
    const before = await page.evaluate(() => Date.now())
    await passUntil(page, card.getByText('Won'))
    expect(await page.evaluate(() => Date.now())).toBeLessThan(before + 100_000)
  },
)

test(
  'the data saver is set in the profile and shows the data used by the session',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/profile')
    await page.getByLabel('Data saver').selectOption('lite')
    await expect(page.getByText('Lite: no pictures')).toBeVisible()
    const session = page.getByText(/This session: \d+\.\d{2} MB/)
    const megabytes = async (): Promise<number> =>
      Number(/This session: (\d+\.\d{2})/.exec((await session.textContent()) ?? '')?.[1])
    const before = await megabytes()
    await page.evaluate(async () => {
      for (let n = 0; n < 5; n++) await (await fetch(`/icon-512.png?${n}`)).blob()
    })
    await expect.poll(megabytes).toBeGreaterThanOrEqual(before + 0.04)
    await page.reload()
    await expect(page.getByLabel('Data saver')).toHaveValue('lite')
  },
)

test('choosing Lite does not say that the connection is lost', { tag: '@long' }, async ({ page, bettor }) => {
  await enterAs(page, bettor)
  const opened = page.waitForEvent('websocket')
  await page.goto('/profile?tab=preferences')
  const closed = (await opened).waitForEvent('close')
  await page.getByLabel('Data saver').selectOption('lite')
  await closed
  await expect(page.getByText('Live paused')).toHaveCount(0)
})
