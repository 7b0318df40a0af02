import { randomUUID } from 'node:crypto'
import { games } from '@nare/contract/games'
import { competitions } from '@nare/league/clubs'
import type { APIRequestContext, Page } from '@playwright/test'
import { send, type Bettor } from './support/api.ts'
import { expectNothingSerious } from './support/console.ts'
import { test } from './support/house.ts'
import { fill, outcomeAs, personAt, task } from './support/tasks.ts'
import { expect } from './support/test.ts'

const rounds = 40

/** A roll of dice for a stake of KSh 20. */
const roll = (request: APIRequestContext, { token }: Bettor) =>
  send(
    request,
    games.bet,
    { id: randomUUID(), game: 'dice', stake: '20', options: { target: '50.50', over: true } },
    token,
  )

const grid = (page: Page, name: string) => page.getByRole('grid', { name })
const panel = (page: Page, name: string) => page.getByRole('complementary', { name })

test(
  'finance reads what the games return, lowers a limit and pauses one, an admin resumes it, and a trader sees no figures',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded }) => {
    for (let n = 0; n < rounds; n++) expect((await roll(request, funded)).status()).toBe(201)
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const farida = await at('farida', '/house/products')
    await expect(farida.getByRole('heading', { level: 1, name: 'Nare league' })).toBeVisible()
    await farida.getByRole('link', { name: 'Own games' }).press('Enter')
    await expect(grid(farida, 'Own games').getByRole('row', { name: /^Dice taken 40 800/ })).toContainText('99.00%')
    await expect(farida.getByText(/^800 staked/).first()).toBeVisible()
    await expectNothingSerious(farida)

    await task(farida, 'read whether a game returns what it states', async () => {
      await farida.keyboard.press('j')
      await expect(panel(farida, 'Game')).toContainText(
        /It has returned \d+\.\d\d% where 9[89]\.\d\d% is expected by its rules/,
      )
    })
    await task(farida, 'lower the largest stake of a game', async () => {
      await panel(farida, 'Game').getByRole('button', { name: 'Limits' }).press('Enter')
      const most = farida.getByRole('textbox', { name: 'Largest stake' })
      await most.fill('5,000')
      await fill(farida, {}, 'a quiet month')
      await outcomeAs(farida, request, { name: 'farida', outcome: /Done\./ })
    })
    await farida.keyboard.press('Escape')
    await expect(panel(farida, 'Game')).toContainText('to 5,000')
    await task(farida, 'pause a game', async () => {
      await farida.keyboard.press('s')
      await fill(farida, {}, 'its figures look odd')
      await outcomeAs(farida, request, { name: 'farida', outcome: /Dice takes no stakes\./ })
    })
    await farida.keyboard.press('Escape')
    await expect(panel(farida, 'Game')).toContainText('An admin resumes it.')
    expect((await roll(request, funded)).ok()).toBe(false)
    await expectNothingSerious(farida)

    const asha = await at('asha', '/house/products/games?id=dice')
    await task(asha, 'resume a game', async () => {
      await expect(panel(asha, 'Game').getByRole('button', { name: 'Resume' })).toBeVisible()
      await asha.keyboard.press('s')
      await fill(asha, {}, 'the figures are right')
      await outcomeAs(asha, request, { name: 'asha', outcome: /Dice takes stakes again\./ })
    })
    expect((await roll(request, funded)).status()).toBe(201)

    const baraka = await at('baraka', '/house/products/games')
    await expect(grid(baraka, 'Own games').getByRole('row', { name: /^Dice taken 99.00%/ })).toBeVisible()
    await expect(baraka.getByText('Kept in 24 h')).toHaveCount(0)
    await expect(grid(baraka, 'Own games').getByText('Measured')).toHaveCount(0)
  },
)

test(
  'a competition of the league, a provider and one of its games are stopped and started again in their rooms',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house }) => {
    const page = await personAt(
      { browser, request },
      { url: house.app.url, name: 'asha', path: '/house/products/league' },
    )
    const stop = async (done: RegExp, outcome: RegExp): Promise<void> => {
      await page.keyboard.press('s')
      await fill(page, {}, 'as the journey asks')
      await outcomeAs(page, request, { name: 'asha', outcome: done })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('complementary')).toContainText(outcome)
    }
    await expect(grid(page, 'Markets of the league').getByRole('row')).toHaveCount(14)
    const competition = page.getByRole('button', { name: competitions[0]?.name ?? '' })
    await competition.press('Enter')
    await task(page, 'pause a competition of the league', () =>
      stop(/takes no stakes\./, /Coming rounds take stakes\s*no/),
    )
    await expectNothingSerious(page)
    await task(page, 'resume it', () => stop(/takes stakes again\./, /Coming rounds take stakes\s*yes/))

    await page.getByRole('link', { name: 'Casino' }).press('Enter')
    await page
      .getByRole('button', { name: /^Smart/ })
      .first()
      .press('Enter')
    await task(page, 'switch a provider off', () => stop(/takes no stakes\./, /Takes stakes\s*no, it is off/))
    await task(page, 'switch it on', () => stop(/takes stakes again\./, /Takes stakes\s*yes/))
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    const game = panel(page, 'Casino')
    await task(page, 'switch a game off', async () => {
      await game.getByRole('button', { name: 'Switch off' }).press('Enter')
      await fill(page, {}, 'its tiles are wrong')
      await outcomeAs(page, request, { name: 'asha', outcome: /Done\./ })
    })
    await page.keyboard.press('Escape')
    await expect(game).toContainText('switched off')
    await game.getByRole('button', { name: 'Switch on' }).press('Enter')
    await fill(page, {}, 'they are right now')
    await outcomeAs(page, request, { name: 'asha', outcome: /Done\./ })
    await expectNothingSerious(page)

    await page.getByRole('link', { name: 'Rounds without an end' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Rounds of providers' })).toBeVisible()
    await expect(page.getByText('No such round.')).toBeVisible()
    await expectNothingSerious(page)
  },
)
