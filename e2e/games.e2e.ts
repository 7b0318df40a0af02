import { games } from '@nare/contract/games'
import { ledger } from '@nare/contract/ledger'
import type { Locator, Page } from '@playwright/test'
import { ask } from './support/api.ts'
import { enterAs, expect, expectNoSidewaysScroll, passUntil, test } from './support/test.ts'

const bet = (page: Page) => page.getByRole('button', { name: 'Bet KSh 20' })
const cashOut = (page: Page) => page.getByRole('button', { name: /^Cash out KSh/ })
const outcome = (page: Page) => page.getByRole('main').getByRole('status').first()

/** The moves after the bet that finish a round of each game. */
const plays: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  Dice: async (page) => bet(page).click(),
  Limbo: async (page) => bet(page).click(),
  async Mines(page) {
    await bet(page).click()
    await expect(outcome(page)).toHaveText('Open a field.')
    await page.getByRole('button', { name: 'Field 7, closed' }).click()
    await expect(outcome(page)).toContainText('Field 7 is')
    if (await cashOut(page).isVisible()) await cashOut(page).click()
  },
  Plinko: async (page) => bet(page).click(),
  async Keno(page) {
    await page.getByRole('button', { name: '5', exact: true }).click()
    await page.getByRole('button', { name: '40', exact: true }).click()
    await bet(page).click()
  },
  Wheel: async (page) => bet(page).click(),
  async Roulette(page) {
    await page.getByRole('button', { name: 'Red', exact: true }).click()
    await bet(page).click()
  },
  async 'Hi-lo'(page) {
    await bet(page).click()
    await expect(outcome(page)).toContainText('Higher or lower?')
    await page
      .getByRole('button', { name: /^(Higher|Lower) or same/, disabled: false })
      .first()
      .click()
    await expect(outcome(page)).not.toContainText('Higher or lower?')
    if (await cashOut(page).isVisible()) await cashOut(page).click()
  },
  async Blackjack(page) {
    await bet(page).click()
    await expect(outcome(page)).toContainText('the dealer')
    const stand = page.getByRole('button', { name: 'Stand', exact: true })
    // The second tap of a double tap makes no move.
    await expect(async () => {
      if (await stand.isVisible()) await stand.click()
      await expect(stand).toBeHidden({ timeout: 500 })
    }).toPass()
  },
}

for (const { title, names, tag } of [
  { title: 'a game with moves is', names: ['Mines'], tag: [] },
  { title: 'each of the nine games is', names: Object.keys(plays), tag: ['@long'] },
]) {
  test(
    `${title} played once, pays the displayed amount, and passes its fairness check in the browser`,
    { tag },
    async ({ page, request, funded }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await enterAs(page, funded)
      await page.goto('/nare-games')
      // The tiles have the drawings of the lobby.
      const drawings = page.getByRole('main').getByRole('listitem').locator('img')
      await expect(drawings).toHaveCount(10)
      await expect(drawings.first()).not.toHaveJSProperty('naturalWidth', 0)
      for (const name of names) {
        await page.getByRole('main').getByRole('link', { name }).click()
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        await plays[name]?.(page)
        await expect(outcome(page)).toContainText(/You won KSh|came back|No win/)
        await expectNoSidewaysScroll(page)
        await page.getByRole('link', { name: 'Back to all games' }).click()
      }
      const { data: rounds } = await ask(request, games.rounds, {}, funded.token)
      expect(rounds.map(({ game }) => game).toReversed()).toEqual(names.map((name) => name.toLowerCase()))
      const cents = (amount: string): number => Math.round(Number(amount) * 100)
      const moved = rounds.reduce((sum, { staked, payout }) => sum + cents(payout) - cents(staked), 100_000) / 100
      await expect(page.getByRole('main').getByRole('link', { name: /Balance/ })).toContainText(
        moved.toLocaleString('en', { minimumFractionDigits: Number.isInteger(moved) ? 0 : 2 }),
      )

      const panel = page.getByRole('dialog', { name: 'Fairness' })
      const played = names.length === 1 ? '1 round' : `${names.length} rounds`
      for (const [at, name] of names.entries()) {
        await page.getByRole('main').getByRole('link', { name }).click()
        await page.getByRole('button', { name: 'Check a round' }).click()
        if (at === 0) {
          await panel.getByLabel('Your new seed, if you like').fill('twiga')
          await panel.getByRole('button', { name: 'Change seeds and show the old one' }).click()
          await expect(panel.getByText(`The old seed was used for ${played}. It is shown now:`)).toBeVisible()
        }
        await panel.getByRole('button', { name: 'Check this round' }).click()
        await expect(panel.getByText(/^Everything fits/)).toBeVisible()
        await expect(panel.getByText("It's the same fingerprint that this phone saw when you played.")).toBeVisible()
        await page.keyboard.press('Escape')
        await page.getByRole('link', { name: 'Back to all games' }).click()
      }
    },
  )
}

test(
  'a lost response costs one stake and its round is shown; an open round is continued after a reload, by keyboard',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterAs(page, funded)
    await page.clock.install()
    await page.goto('/nare-games/mines')
    await page.route('**/v1/games/mines/bet', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await expect(bet(page)).toBeEnabled()
    await page.getByRole('combobox', { name: 'Mines' }).selectOption('1')
    await bet(page).focus()
    await page.keyboard.press('Enter')
    await passUntil(page, page.getByRole('status').filter({ hasText: 'Open a field.' }))
    const { data: stakes } = await ask(request, ledger.transactions, { kind: 'stake' }, funded.token)
    expect(stakes).toHaveLength(1)

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.reload()
    await expect(outcome(page)).toHaveText('Open a field.')
    await expect(page.getByRole('button', { name: 'Open a field first' })).toBeVisible()
    const { data: before } = await ask(request, games.rounds, { game: 'mines' }, funded.token)
    expect(before).toMatchObject([{ state: 'open', options: { mines: 1 } }])
    await page.getByRole('button', { name: 'Field 1, closed' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(outcome(page)).toContainText('Field 7 is')
    const { data: after } = await ask(request, games.rounds, { game: 'mines' }, funded.token)
    expect(after[0]?.moves).toEqual([{ reveal: 6 }])
  },
)

const automatic = (page: Page) => page.getByRole('button', { name: 'Automatic', exact: true })

test(
  'automatic play names its cost, plays each round as a bet of its own, and ends at Stop and at a refusal',
  { tag: '@long' },
  async ({ page, request, funded }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterAs(page, funded)
    await page.goto('/nare-games/dice')
    await automatic(page).click()
    await page.getByRole('button', { name: '5', exact: true }).click()
    await page.getByLabel('Stop before losing more than').fill('100')
    const choices = page.getByRole('group', { name: 'Automatic play' })
    await expect(choices).toContainText('5 rounds stake KSh 100 in all. It costs you at most KSh 100.')
    const start = page.getByRole('button', { name: 'Play 5 rounds of KSh 20: at most KSh 100' })
    // The first round of each run waits until Stop was seen, or pressed.
    let hold = Promise.withResolvers<undefined>()
    await page.route('**/v1/games/dice/bet', async (route) => {
      await hold.promise
      await route.continue()
    })
    await start.click()
    const stop = page.getByRole('button', { name: /^Stop \(\d of 5 played\)/ })
    await expect(stop).toBeInViewport({ ratio: 1 })
    hold.resolve(undefined)
    await expect(page.getByText(/^All rounds are played\. 5 of 5 rounds, net/)).toBeVisible()
    const { data: rounds } = await ask(request, games.rounds, { game: 'dice' }, funded.token)
    expect(rounds.map(({ stake }) => stake)).toEqual(Array.from({ length: 5 }, () => '20.00'))
    expect(new Set(rounds.map(({ id }) => id)).size).toBe(5)

    // A tap right after the round before counts for the button that was there: press again until it is heard.
    const pressUntil = (seen: Locator) =>
      expect(async () => {
        if (await start.isVisible()) await start.click({ timeout: 1000 })
        await expect(seen).toBeVisible({ timeout: 1000 })
      }).toPass()
    hold = Promise.withResolvers<undefined>()
    await pressUntil(stop)
    await stop.click()
    hold.resolve(undefined)
    await expect(page.getByText(/^You stopped it\. \d of 5 rounds/)).toBeVisible()

    const { data: before } = await ask(request, games.rounds, { game: 'dice' }, funded.token)
    await page.route('**/v1/games/dice/bet', (route) =>
      route.fulfill({ status: 422, json: { message: 'No', code: 'not_available' } }),
    )
    await pressUntil(page.getByText(/^A bet was refused, so it stopped\. 0 of 5 rounds/))
    const { data: after } = await ask(request, games.rounds, { game: 'dice' }, funded.token)
    expect(after).toEqual(before)
  },
)

for (const { name, width, height, percent } of [
  { name: 'on a phone on its side', width: 740, height: 360, percent: 100 },
  { name: 'with text twice as large', width: 360, height: 740, percent: 200 },
]) {
  test(`the bet button and the result of a game are in sight ${name}`, { tag: '@long' }, async ({ page, funded }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterAs(page, funded)
    // One of ten thousand rounds of limbo goes as far.
    await page.route('**/v1/games/limbo/bet', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      await route.fulfill({ response, json: { ...json, round: { ...json.round, result: { multiplier: '12345.67' } } } })
    })
    for (const game of ['Dice', 'Limbo', 'Keno', 'Wheel', 'Mines']) {
      await page.goto(`/nare-games/${game.toLowerCase()}`)
      await page.addStyleTag({ content: `html { font-size: ${percent}% !important }` })
      const act = bet(page).or(page.getByRole('button', { name: 'Pick 1 to 10 numbers' }))
      await expect(act).toBeInViewport({ ratio: 1 })
      await plays[game]?.(page)
      if (game === 'Limbo') await expect(page.getByText('12,345.67×').first()).toBeVisible()
      await expect(outcome(page)).toContainText(/You won KSh|came back|No win/)
      await expect(outcome(page)).toBeInViewport({ ratio: 1 })
      await expect(bet(page)).toBeInViewport({ ratio: 1 })
      await expectNoSidewaysScroll(page)
      if (game === 'Mines' && percent === 100)
        await expect(page.locator('[data-roving]').last()).toBeInViewport({ ratio: 1 })
    }
  })
}

test("each field of keno's table and pay table has room for a finger", { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/nare-games/keno')
  await page.getByRole('button', { name: 'Pick 10 for me' }).click()
  const heights = (within: string) =>
    page.locator(within).evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height))
  const fields = await heights('[aria-label="Numbers"] button')
  expect(fields).toHaveLength(40)
  const cells = await heights('[aria-label="What each number of hits pays"] li')
  expect(Math.min(...fields, ...cells)).toBeGreaterThanOrEqual(44)
})

test(
  'on a phone no option of a game is alone in a line, and the stake of every game is above the bet button',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    for (const game of Object.keys(plays)) {
      await page.goto(`/nare-games/${game.toLowerCase()}`)
      const field = page.getByLabel(/^(Stake|Chip)$/)
      await expect(field, game).toBeVisible()
      const alone = await page.locator('[data-controls] [role=group]').evaluateAll((groups) =>
        groups.flatMap((group) => {
          const tops = [...group.querySelectorAll(':scope > button')].map(
            (button) => button.getBoundingClientRect().top,
          )
          const last = tops.at(-1)
          return tops.length > 3 && tops.filter((top) => top === last).length === 1 ? [group.ariaLabel] : []
        }),
      )
      expect.soft(alone, game).toEqual([])
      const isInSight = await field.evaluate((element) => {
        const { left, bottom } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + 4, bottom - 4))
      })
      expect.soft(isInSight, `the stake of ${game}`).toBe(true)
    }
  },
)

test('hotkeys stake, choose and play, and leave fields alone', { tag: '@long' }, async ({ page, funded }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, funded)
  await page.goto('/nare-games/dice')
  await expect(bet(page)).toBeEnabled()
  await page.keyboard.press('d')
  await expect(page.getByRole('button', { name: 'Bet KSh 40' })).toBeVisible()
  await page.keyboard.press('s')
  await expect(bet(page)).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByRole('button', { name: 'Under', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Stake', { exact: false }).first().focus()
  await page.keyboard.press('d')
  await expect(bet(page)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Space')
  await expect(outcome(page)).toContainText(/You won KSh|No win/)

  // A button that was clicked leaves Space to the game, one that was reached by keyboard does not.
  const rounds = page.getByRole('list', { name: 'Last results' }).getByRole('listitem')
  const double = page.getByRole('button', { name: '2×, double the stake' })
  await double.click()
  // A press right after the round before counts for the button that was there.
  await expect(async () => {
    await page.keyboard.press('Space')
    await expect(rounds).not.toHaveCount(1, { timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Bet KSh 40' })).toBeVisible()
  await page.getByRole('button', { name: '½, half the stake' }).focus()
  await page.keyboard.press('Tab')
  await expect(double).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Bet KSh 80' })).toBeVisible()
})
