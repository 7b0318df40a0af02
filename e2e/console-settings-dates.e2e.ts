import { randomUUID } from 'node:crypto'
import { content } from '@nare/contract/content'
import { payments } from '@nare/contract/payments'
import { sandbox } from '@nare/contract/sandbox'
import type { Page } from '@playwright/test'
import { ask, fund } from './support/api.ts'
import { nextDay } from './support/clock.ts'
import { expectNothingSerious } from './support/console.ts'
import { test } from './support/house.ts'
import { decideProposal, fill, outcomeAs, personAt, task } from './support/tasks.ts'
import { expect } from './support/test.ts'

const over = /Done\.|Planned for|Waits for a second person. Proposal/
const panel = (page: Page) => page.getByRole('complementary', { name: 'Setting' })

/** Opens a setting by its key, and its form. */
async function openForm(page: Page, { key, name }: { key: string; name: string }): Promise<void> {
  await page.goto(`/console/house/settings?setting=${key}`)
  await expect(panel(page).getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  await page.keyboard.press('e')
  await expect(panel(page).getByRole('form')).toBeVisible()
}

test(
  'a tax changed for tomorrow 00:00 by two people holds from then on: a deposit of before keeps its tax, one of after has the new one',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded, bettor }) => {
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const { now } = await ask(request, sandbox.clock, { advance_s: 0 })
    const tomorrow = new Date(Date.parse(now) + 27 * 3_600_000).toISOString().slice(0, 10)
    const asha = await at('asha', '/house/settings')
    await task(asha, 'plan another tax for tomorrow', async () => {
      await openForm(asha, { key: 'taxes.rates', name: 'Rates' })
      await panel(asha).getByRole('button', { name: 'Add a row' }).press('Enter')
      await panel(asha).getByLabel('From, row 11').fill(tomorrow)
      await panel(asha).getByLabel('On each, row 11').selectOption('deposit')
      await panel(asha).getByRole('textbox', { name: 'Percent, row 11' }).fill('7.5')
      await expect(panel(asha).getByRole('list', { name: 'Rows that change' })).toContainText(
        `${tomorrow}, excise, deposit, 7.5 %`,
      )
      await panel(asha).getByRole('combobox', { name: 'From', exact: true }).selectOption('tomorrow')
      await fill(asha, {}, 'the Finance Act of this year')
      await outcomeAs(asha, request, { name: 'asha', outcome: over })
    })
    await asha.keyboard.press('Escape')
    await expectNothingSerious(asha)
    const juma = await at('juma', '/house/proposals')
    await task(juma, 'confirm the tax', () =>
      decideProposal(juma, request, { name: 'juma', about: 'taxes rates', key: 'a', outcome: /Done\./ }),
    )
    await asha.reload()
    await expect(asha.getByRole('row', { name: /^Rates .*11 rows from/ })).toBeVisible()

    const taxOf = async (of: typeof funded): Promise<string> =>
      (await ask(request, payments.deposit, { id: randomUUID(), amount: '100' }, of.token)).tax
    const rates = async () => (await ask(request, content.settings, {})).message.taxes
    expect([await taxOf(funded), (await rates()).length]).toEqual(['5.00', 10])
    expect(await nextDay(request, 0)).toBe(tomorrow)
    await fund(request, bettor.msisdn, '10.00')
    expect([await taxOf(bettor), (await rates()).at(-1)?.percent]).toEqual(['7.50', '7.5'])
    const hawa = await at('hawa', '/house/settings?setting=taxes.rates')
    await expect(panel(hawa).getByRole('table', { name: 'Rows of Rates' }).getByRole('row')).toHaveCount(12)
    await expect(panel(hawa).getByRole('listitem').first()).toContainText('asha, confirmed by juma')
    await expectNothingSerious(hawa)
    for (const page of [asha, juma, hawa]) await page.context().close()
  },
)

test(
  'the colour of the house is in the app from the first byte, and one that cannot be read is refused',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, page }) => {
    const asha = await personAt({ browser, request }, { url: house.app.url, name: 'asha', path: '/house/settings' })
    await openForm(asha, { key: 'house.colours', name: 'Colours' })
    const paint = async (colour: string): Promise<void> => {
      for (const theme of ['Dark theme', 'Light theme']) await panel(asha).getByLabel(theme).fill(colour)
    }
    await paint('#c9c0ff')
    await fill(asha, {}, 'our own green')
    await outcomeAs(asha, request, { name: 'asha', outcome: /does not carry text/ })
    await paint('#0a7d5a')
    await panel(asha).getByRole('textbox', { name: 'Reason' }).press('Enter')
    await outcomeAs(asha, request, { name: 'asha', outcome: over })
    const faults: string[] = []
    page.on('console', (said) => said.type() === 'error' && faults.push(said.text()))
    await page.goto('/')
    const primary = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary'))
    await expect.poll(primary).toBe('#0a7d5a')
    await expect(page.getByRole('banner')).toBeVisible()
    expect(await primary()).toBe('#0a7d5a')
    expect(faults.filter((text) => /Content Security Policy/.test(text))).toEqual([])
    await expectNothingSerious(page)
    await asha.context().close()
  },
)
