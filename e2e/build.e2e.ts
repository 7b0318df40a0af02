import type { Locator, Page } from '@playwright/test'
import { betting } from '@nare/contract/betting'
import { ask, driveMatch } from './support/api.ts'
import { isWide, newMatch, resultOf } from './support/slip.ts'
import { enterAs, expect, test } from './support/test.ts'

const texts = {
  en: {
    build: /Build a bet/,
    over: 'Over 2.5 goals',
    under: 'Under 2.5 goals',
    both: 'Both teams score: yes',
    halves: 'Halves',
    main: 'Main',
    halfDraw: '1st half: draw',
    inside: 'already inside your picks',
    against: 'against Over 2.5 goals',
    contains: 'contains Over 2.5 goals',
    alone: 'cannot be combined',
    cannot: 'Under 2.5 goals and Over 2.5 goals cannot both happen',
    swap: 'Swap',
    chance: /These go together: 1 in \d/,
    three: '3 picks, one price',
    add: 'Add to slip',
    stake: /^Stake/,
    place: /^Place 100 →/,
    placed: 'Bet placed',
    use: 'Use 1 pick',
    slip: 'Slip',
    bar: /^1 pick/,
  },
  sw: {
    build: /Jenga beti/,
    over: 'Magoli zaidi ya 2.5',
    under: 'Magoli chini ya 2.5',
    both: 'Timu zote kufunga: ndiyo',
    halves: 'Vipindi',
    main: 'Kuu',
    halfDraw: 'Kipindi cha 1: sare',
    inside: 'tayari imo ndani ya chaguo zako',
    against: 'kinyume na Magoli zaidi ya 2.5',
    contains: 'inajumuisha Magoli zaidi ya 2.5',
    alone: 'haiwezi kuunganishwa',
    cannot: 'Magoli chini ya 2.5 na Magoli zaidi ya 2.5 haziwezi kutokea pamoja',
    swap: 'Badilisha',
    chance: /Zinaenda pamoja: 1 kati ya \d/,
    three: 'Chaguo 3, bei moja',
    add: 'Weka kwenye mkeka',
    stake: /^Dau/,
    place: /^Weka 100 →/,
    placed: 'Beti imewekwa',
    use: 'Tumia chaguo 1',
    slip: 'Mkeka',
    bar: /^chaguo 1/,
  },
} as const

async function openBuilder(page: Page, name: RegExp): Promise<Locator> {
  await page.getByRole('button', { name }).click()
  const sheet = page.getByRole('dialog', { name })
  await expect(sheet.getByRole('group', { name: '1X2', exact: true })).toBeVisible()
  return sheet
}

/** The key of a pick by its name; its price or its reason follows. */
const keyOf = (sheet: Locator, name: string): Locator =>
  sheet.getByRole('button', { name: new RegExp(`^${name.replaceAll('.', '\\.')}, `) }).first()

const rightOf = async (one: Locator): Promise<number> => {
  const box = await one.boundingBox()
  return Math.round((box?.x ?? 0) + (box?.width ?? 0))
}

for (const language of ['en', 'sw'] as const) {
  const text = texts[language]
  test(
    `a bettor builds a bet of three picks, swaps one, places it and sees its picks (${language})`,
    { tag: ['@layout', '@long'] },
    async ({ page, request, funded }) => {
      await page.addInitScript(
        (locale) =>
          localStorage.setItem(
            'bettor:locale',
            JSON.stringify({ value: locale, created: Date.now(), ttl: 86_400_000 }),
          ),
        language,
      )
      await enterAs(page, funded)
      const match = await newMatch(request)
      await page.goto(`/match/${match.id}`)
      const sheet = await openBuilder(page, text.build)

      await keyOf(sheet, match.home).click()
      await keyOf(sheet, text.over).click()
      await expect(sheet.getByText(text.chance)).toBeVisible()
      await expect(keyOf(sheet, text.over.replace('2.5', '0.5'))).toHaveAccessibleName(new RegExp(text.inside))
      await expect(keyOf(sheet, text.under)).toHaveAccessibleName(`${text.under}, ${text.against}`)
      await expect(keyOf(sheet, text.both)).toHaveAccessibleName(`${text.both}, ${text.contains}`)
      await expect(sheet.getByRole('button', { name: new RegExp(`, ${text.alone}$`) }).first()).toBeVisible()

      // A greyed key says why, and takes the place of the other pick.
      await keyOf(sheet, text.under).click({ force: true })
      await expect(sheet.getByRole('alert')).toContainText(text.cannot)
      await sheet.getByRole('button', { name: text.swap }).click()
      await expect(keyOf(sheet, text.under)).toHaveAttribute('aria-pressed', 'true')
      await expect(keyOf(sheet, text.over)).toHaveAttribute('aria-pressed', 'false')

      await sheet.getByRole('button', { name: text.halves, exact: true }).click()
      await keyOf(sheet, text.halfDraw).click()
      const said = sheet.getByRole('status').filter({ hasText: text.three })
      await expect(said).toHaveText(new RegExp(`^${text.three}, \\d+\\.\\d\\d$`))
      const price = /\d+\.\d\d$/.exec((await said.textContent()) ?? '')?.[0] ?? ''
      // Where it does not fit beside the stake, it fills its row.
      expect(await rightOf(sheet.getByRole('button', { name: text.add }))).toBe(
        await rightOf(sheet.getByRole('button').last()),
      )
      await sheet.getByRole('button', { name: text.add }).click()
      await expect(sheet).toBeHidden()

      if (!isWide(page)) await page.getByRole('button', { name: text.bar }).click()
      const slip = page.getByRole(isWide(page) ? 'complementary' : 'dialog', { name: text.slip })
      const names = [match.home, text.under, text.halfDraw]
      for (const name of names) await expect(slip.getByRole('listitem').filter({ hasText: name }).last()).toBeVisible()
      await expect(slip.getByText(text.three)).toBeVisible()
      await expect(slip.getByText(price).first()).toBeVisible()
      await slip.getByLabel(text.stake).first().fill('100')
      await slip.getByRole('button', { name: text.place }).click()
      await expect(slip.getByRole('heading', { name: text.placed })).toBeVisible()

      await page.goto('/my-bets')
      const main = page.getByRole('main')
      await expect(main.getByText(text.three)).toBeVisible()
      for (const name of names) await expect(main.getByText(name, { exact: true }).first()).toBeVisible()

      const [bet] = (await ask(request, betting.bets, {}, funded.token)).data
      const [leg] = bet?.legs ?? []
      expect(leg).toMatchObject({ sub_type_id: '900', odd_value: price })
      const { match_id, sub_type_id, odd_key, odd_value } = leg ?? {
        match_id: '',
        sub_type_id: '',
        odd_key: '',
        odd_value: '',
      }
      const { code } = await ask(request, betting.share, { slip: [{ match_id, sub_type_id, odd_key, odd_value }] })
      await page.goto(`/b/${code}`)
      for (const name of names) await expect(main.getByText(name, { exact: true })).toBeVisible()
      await page.getByRole('button', { name: text.use }).click()
      await expect(page.getByText(text.three).first()).toBeVisible()
    },
  )
}

test(
  'with an empty slip the builder places what was built at a stake, and the slip shows the receipt; with other picks it only adds',
  { tag: ['@layout', '@long'] },
  async ({ page, request, funded }) => {
    await enterAs(page, funded)
    const [match, other] = [await newMatch(request), await newMatch(request)]
    await page.goto(`/match/${match.id}`)
    const text = texts.en
    const sheet = await openBuilder(page, text.build)
    await keyOf(sheet, match.home).click()
    const stake = sheet.getByLabel('Stake', { exact: true })
    const place = sheet.getByRole('button', { name: /^Place 50 →/ })
    await stake.fill('50')
    await keyOf(sheet, text.over).click()
    await expect(place).toBeEnabled()
    await expect(place).toBeInViewport({ ratio: 1 })
    if (!isWide(page)) {
      const usual = page.viewportSize()
      await page.setViewportSize({ width: 740, height: 360 })
      await expect(place).toBeInViewport({ ratio: 1 })
      await expect(stake).toBeInViewport({ ratio: 1 })
      if (usual) await page.setViewportSize(usual)
    }
    await place.click()
    await expect(sheet).toBeHidden()
    const slip = page.getByRole(isWide(page) ? 'complementary' : 'dialog', { name: text.slip })
    await expect(slip.getByRole('heading', { name: text.placed })).toBeVisible()
    const [bet, ...more] = (await ask(request, betting.bets, {}, funded.token)).data
    expect([bet?.stake, bet?.legs[0]?.sub_type_id, more.length]).toEqual(['50.00', '900', 0])
    await slip.getByRole('button', { name: 'Back to matches' }).click()

    await page.goto(`/match/${other.id}`)
    await resultOf(page).home.click()
    await page.goto(`/match/${match.id}`)
    await openBuilder(page, text.build)
    await expect(stake).toHaveCount(0)
    await expect(sheet.getByRole('button', { name: text.add })).toBeVisible()
  },
)

test(
  'a guest who built a bet logs in from the builder, and finds it in the slip',
  { tag: ['@layout', '@long'] },
  async ({ page, request, funded }) => {
    const match = await newMatch(request)
    await page.goto(`/match/${match.id}`)
    const text = texts.en
    const sheet = await openBuilder(page, text.build)
    await keyOf(sheet, match.home).click()
    await keyOf(sheet, text.over).click()
    await sheet.getByLabel('Stake', { exact: true }).fill('50')
    await sheet.getByRole('button', { name: 'Log in to place your bet' }).click()
    await page.getByLabel('Phone number').fill(funded.msisdn)
    await page.getByLabel('Password', { exact: true }).fill(funded.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(`/match/${match.id}`)
    if (!isWide(page)) await page.getByRole('button', { name: text.bar }).click()
    const slip = page.getByRole(isWide(page) ? 'complementary' : 'dialog', { name: text.slip })
    await expect(slip.getByText('2 picks, one price').first()).toBeVisible()
    await expect(slip.getByRole('button', { name: /^Place 50 →/ })).toBeEnabled()
  },
)

test(
  'the price moves with the prices of the match, and is gone while its markets are suspended',
  { tag: '@long' },
  async ({ page, request }) => {
    const match = await newMatch(request)
    await page.goto(`/match/${match.id}`)
    const text = texts.en
    const sheet = await openBuilder(page, text.build)
    await keyOf(sheet, match.home).click()
    await keyOf(sheet, text.over).click()
    const price = sheet.locator('b.num').last()
    await expect(price).toHaveText(/^\d+\.\d\d$/)
    const before = (await price.textContent()) ?? ''
    await driveMatch(request, match.id, { odds: { '1': { home_team: '1.90', draw: '3.40', away_team: '4.10' } } })
    await expect(price).not.toHaveText(before)
    await expect(price).toHaveText(/^\d+\.\d\d$/)
    await driveMatch(request, match.id, { suspend: true })
    await expect(price).toHaveText('–')
    await expect(sheet.getByRole('list', { name: 'Your picks' })).toContainText('suspended')
    await expect(sheet.getByRole('button', { name: text.add })).toBeDisabled()
  },
)

test(
  'the builder is used by keyboard alone: its keys are reached by arrows, Escape closes it, and it keeps its picks',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    const match = await newMatch(request)
    await page.goto(`/match/${match.id}`)
    const text = texts.en
    const entry = page.getByRole('button', { name: text.build })
    await entry.focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: text.build })
    await keyOf(sheet, match.home).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await expect(keyOf(sheet, 'Draw')).toBeFocused()
    await keyOf(sheet, text.over).focus()
    await page.keyboard.press('Space')
    const remove = sheet.getByRole('button', { name: `Remove ${text.over}` })
    await expect(remove).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(entry).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(remove).toBeVisible()
  },
)
