import type { Page } from '@playwright/test'
import { expectNothingSerious } from './support/console.ts'
import { fill, outcomeAs, personAt, task } from './support/tasks.ts'
import { expect, test } from './support/test.ts'

const over = /Done\.|Planned for|Waits for a second person. Proposal/

const panel = (page: Page) => page.getByRole('complementary', { name: 'Setting' })
const row = (page: Page, name: string | RegExp) =>
  page.getByRole('grid', { name: 'Settings' }).getByRole('row', { name })

/** Finds a setting by its words and opens it, with keys alone. */
async function open(page: Page, words: string, name: RegExp): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(row(page, name)).toBeVisible()
  await page.keyboard.press('j')
  await expect(panel(page)).toBeVisible()
}

/** Types another value in the form that E opens. */
async function typeValue(page: Page, value: string): Promise<void> {
  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: 'Value' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(value)
}

test(
  'an admin plans a promise for tomorrow and takes it back, and two raise a limit, with keys alone',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, baseURL: url = '' }) => {
    const at = (name: string) => personAt({ browser, request }, { url, name, path: '/house/settings' })
    const asha = await at('asha')
    await expect(
      row(asha, /^Liability of an outcome The most that the house may lose on one outcome of a match/),
    ).toBeVisible()
    await expectNothingSerious(asha)

    await task(asha, 'plan a promise of a queue for tomorrow', async () => {
      await open(asha, 'queues promotions', /^Promotions/)
      await typeValue(asha, '3600')
      await asha.getByRole('combobox', { name: 'From' }).press('t')
      await expect(asha.getByText('1 d → 1 h').first()).toBeVisible()
      await expect(asha.getByText(/from \w+ \d+ \w+ \d{4} 00:00 on/)).toBeVisible()
      await fill(asha, {}, 'the promotions wait too long')
      await outcomeAs(asha, request, { name: 'asha', outcome: over })
    })
    await expect(asha.getByText(/^Planned for \w+ \d+ \w+ \d{4} 00:00/)).toBeVisible()
    await expect(row(asha, /^Promotions.*1 h from/)).toBeVisible()
    await expect(panel(asha).getByRole('listitem').first()).toContainText('the promotions wait too long')
    await asha.keyboard.press('Escape')

    await task(asha, 'take a plan back', async () => {
      await panel(asha).getByRole('button', { name: 'Take the plan back' }).press('Enter')
      await fill(asha, {}, 'not yet, after all')
      await outcomeAs(asha, request, { name: 'asha', outcome: over })
    })
    await asha.keyboard.press('Escape')
    await expect(panel(asha).getByText('nothing is planned')).toBeVisible()

    const juma = await at('juma')
    const raise = async (page: Page, name: string): Promise<void> => {
      await open(page, 'league liability', /^Liability of an outcome/)
      await typeValue(page, '6,000,000')
      await expect(page.getByText('A second person confirms')).toBeVisible()
      await fill(page, {}, 'the league has grown')
      await outcomeAs(page, request, { name, outcome: over })
    }
    await task(asha, 'propose a higher limit', () => raise(asha, 'asha'))
    await expect(asha.getByText(/Waits for a second person. Proposal PR-/)).toBeVisible()
    await expectNothingSerious(asha)
    await task(juma, 'confirm a higher limit', () => raise(juma, 'juma'))
    await expect(juma.getByText(/^Done\./)).toBeVisible()
    await expect(panel(juma).getByRole('listitem').first()).toContainText('asha, confirmed by juma')
    await juma.keyboard.press('Escape')
    await panel(juma).getByRole('button', { name: 'Back to the default' }).press('Enter')
    await fill(juma, {}, 'the test is over')
    await outcomeAs(juma, request, { name: 'juma', outcome: over })
    await expect(panel(juma).getByRole('listitem').first()).toContainText('the default')

    const baraka = await personAt({ browser, request }, { url, name: 'baraka', path: '/house/settings' })
    await open(baraka, 'live delay', /^Live delay/)
    await expect(panel(baraka).getByText('4 s').first()).toBeVisible()
    await expect(panel(baraka).getByRole('button', { name: 'Change' })).toHaveCount(0)
  },
)
