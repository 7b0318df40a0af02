import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request as requests, type Page } from '@playwright/test'
import { operatorAml } from '@nare/contract/operator-aml'
import { operatorSettings } from '@nare/contract/settings'
import { suspects } from './support/aml.ts'
import { ask } from './support/api.ts'
import { startApp } from './support/app.ts'
import { clippedIn } from './support/console-looks.ts'
import { expectNothingSerious } from './support/console.ts'
import { fill, personAt, task } from './support/tasks.ts'
import { expect, test } from './support/test.ts'

const token = 'the-token-of-the-house'
const OPERATORS = `ada:admin:${createHash('sha256').update(token).digest('hex')}`
const said = {
  ...{ entity_id: '123', entity_name: 'Nare Limited', officer_first_name: 'Farida', officer_last_name: 'Hassan' },
  ...{ address: 'Moi Avenue', city: 'Nairobi', transmode_code: 'MM01', funds_code: 'E' },
}

const alerts = (page: Page) => page.getByRole('grid', { name: 'Alerts' })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Alert' })
const rooms = (page: Page) => page.getByRole('navigation', { name: 'House' })

/** That a page is whole: nothing cut off, and nothing serious by axe. */
async function expectWhole(page: Page): Promise<void> {
  expect(await clippedIn(page)).toEqual([])
  await expectNothingSerious(page)
}

test(
  'finance takes an alert to a case, with evidence, a note and the report file, and closes it; the auditor reads; support finds nothing',
  { tag: ['@desktop', '@long'] },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const app = await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off', OPERATORS })
    const request = await requests.newContext({ baseURL: app.url })
    const at = (name: string, path: string) => personAt({ browser, request }, { url: app.url, name, path })
    try {
      const { splits } = await suspects(request)
      const rulesOf = async () => (await ask(request, operatorAml.amlAlerts, { limit: 100 }, token)).data
      await expect.poll(async () => (await rulesOf()).map(({ rule }) => rule)).toContain('structured')
      await expect.poll(async () => (await rulesOf()).map(({ rule }) => rule)).toContain('other_payer')

      const farida = await at('farida', '/')
      const waits = farida.getByRole('group', { name: 'What waits' }).getByRole('button', { name: /Money laundering/ })
      await expect(waits).toBeVisible()
      await task(farida, 'take an alert from Today to a case', async () => {
        await waits.press('Enter')
        await expect(alerts(farida).getByRole('row', { name: /Split deposits/ })).toBeVisible()
        await farida.getByRole('combobox', { name: 'Rule' }).selectOption('Split deposits')
        await expect(farida).toHaveURL(/[?&]rule=structured/)
        await expect(alerts(farida).getByRole('row')).toHaveCount(2)
        await farida.keyboard.press('Escape')
        await farida.getByRole('heading', { level: 1, name: 'Alerts' }).click()
        await farida.keyboard.press('j')
        await expect(panel(farida)).toContainText('3 deposits just under 150,000, together 444,700, within 7 days')
        await expectWhole(farida)
        await farida.keyboard.press('a')
        await expect(farida.getByRole('textbox', { name: 'Reason' })).toBeFocused()
        await farida.keyboard.type('no source of the money is known')
        await farida.keyboard.press('Enter')
        await farida
          .getByRole('link', { name: /^Case \d+$/ })
          .first()
          .click()
        await expect(farida.getByRole('heading', { level: 1, name: /^Case \d+$/ })).toBeVisible()
      })
      const caseId = new URL(farida.url()).pathname.split('/').at(-1) ?? ''
      const facts = farida.getByRole('region', { name: 'Facts' })
      await expect(facts).toContainText('Wanjiru Njoroge Kamau')
      await expect(facts).toContainText('no source of the money is known')
      const joined = farida.getByRole('region', { name: 'Alerts' })
      for (const rule of ['Split deposits', 'Deposits of a day']) await expect(joined).toContainText(rule)
      const payments = farida.getByRole('region', { name: 'Payments of the report' })
      await expect(payments.getByRole('row')).toHaveCount(4)

      await task(farida, 'attach a payment and write a note', async () => {
        const number = await payments.getByRole('row').nth(1).getByRole('cell').nth(2).textContent()
        await farida.keyboard.press('e')
        await expect(farida.getByRole('form', { name: /Evidence/ })).toBeVisible()
        await fill(farida, { Number: number ?? '' }, 'the first of three')
        await expect(farida.getByText('Attached.')).toBeVisible()
        await farida.keyboard.press('Escape')
        await expect(farida.getByRole('form')).toHaveCount(0)
        await farida.keyboard.press('n')
        await expect(farida.getByRole('textbox', { name: 'Note' })).toBeFocused()
        await fill(farida, { Note: 'Asked M-Pesa who paid' }, 'what was done')
        await expect(farida.getByText('The note is kept.')).toBeVisible()
        await farida.keyboard.press('Escape')
      })
      const evidence = farida.getByRole('region', { name: 'Evidence' })
      await expect(evidence.getByText(/^Payment \d+$/)).toBeVisible()

      await task(farida, 'save the report file', async () => {
        await farida.keyboard.press('f')
        await expect(farida.getByText('Set Name of the entity first')).toBeVisible()
        for (const [name, value] of Object.entries(said))
          await ask(
            request,
            operatorSettings.changeSetting,
            { key: `aml.${name}`, value, reason: 'as registered' },
            token,
          )
        const saved = farida.waitForEvent('download')
        await farida.keyboard.press('f')
        const file = await saved
        expect(file.suggestedFilename()).toBe(`goaml-case-${caseId}.xml`)
        const xml = await readFile(await file.path(), 'utf8')
        expect(xml).toContain('<account_name>Wanjiru Njoroge Kamau</account_name>')
        expect(xml).toContain(`<tph_number>${splits.msisdn}</tph_number>`)
        expect(xml.match(/<transaction>/g)).toHaveLength(3)
      })
      await expectWhole(farida)

      await task(farida, 'keep it as reported, and close it', async () => {
        await farida.keyboard.press('p')
        await expect(farida.getByRole('textbox', { name: 'Reference' })).toBeFocused()
        await fill(farida, { Reference: 'FRC-2026-118' }, 'filed on the portal')
        await expect(farida.getByText('Reported.')).toBeVisible()
        await farida.keyboard.press('Escape')
        await expect(farida.getByText(/^As it was filed/)).toBeVisible()
        await farida.keyboard.press('c')
        await expect(farida.getByRole('textbox', { name: 'Reason' })).toBeFocused()
        await farida.keyboard.type('the authority has it')
        await farida.keyboard.press('Enter')
        await expect(farida.getByText('Closed.', { exact: true })).toBeVisible()
      })
      const timeline = farida.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
      await expect(timeline.first()).toContainText('the authority has it')
      await farida.goto('/console/house/aml/cases?state=closed')
      await expect(farida.getByRole('grid', { name: 'Cases' })).toContainText('FRC-2026-118')
      await expectWhole(farida)
      await farida.goto('/console/house/aml/rules')
      await expect(
        farida.getByRole('grid', { name: 'Rules' }).getByRole('row', { name: /Split deposits/ }),
      ).toBeVisible()
      await expectWhole(farida)

      const { data: found } = await ask(request, operatorAml.amlCases, { state: 'closed' }, token)
      const bettorId = found[0]?.bettor_id ?? ''
      await farida.goto(`/console/bettors/${bettorId}`)
      await expect(farida.getByRole('region', { name: 'Money laundering' })).toContainText(`Case ${caseId}`)
      await expect(farida.getByRole('button', { name: /Open a case/ })).toBeVisible()

      const hawa = await at('hawa', '/house/aml/alerts')
      await expect(alerts(hawa).getByRole('row', { name: /Paid by others/ })).toBeVisible()
      await hawa.keyboard.press('j')
      await expect(panel(hawa)).toBeVisible()
      await expect(panel(hawa).getByRole('button', { name: /case|Dismiss|Owner/ })).toHaveCount(0)
      await hawa.keyboard.press('a')
      await expect(hawa.getByRole('form')).toHaveCount(0)
      await hawa.goto(`/console/house/aml/cases/${caseId}`)
      await expect(hawa.getByRole('region', { name: 'Timeline' })).toContainText('FRC-2026-118')
      await expect(hawa.getByRole('button', { name: /Report file|note/ })).toHaveCount(0)

      const asked: string[] = []
      const dalili = await at('dalili', '/')
      dalili.on('request', (one) => asked.push(new URL(one.url()).pathname))
      await expect(dalili.getByRole('group', { name: 'What waits' })).toBeVisible()
      await expect(dalili.getByText('Money laundering')).toHaveCount(0)
      await dalili.goto(`/console/bettors/${bettorId}`)
      await expect(dalili.getByRole('heading', { level: 1, name: /Wanjiru/ })).toBeVisible()
      await expect(dalili.getByRole('region', { name: 'Linked accounts' })).toBeVisible()
      await expect(dalili.getByText(/launder|Open a case/i)).toHaveCount(0)
      await dalili.goto('/console/house')
      await expect(rooms(dalili).getByRole('link', { name: 'Complaints' })).toBeVisible()
      await expect(rooms(dalili).getByRole('link', { name: 'Money laundering' })).toHaveCount(0)
      for (const path of ['alerts', 'cases', `cases/${caseId}`, 'rules']) {
        await dalili.goto(`/console/house/aml/${path}`)
        await expect(dalili.getByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible()
      }
      expect(asked.filter((path) => /^\/v1\/operator\/(aml|case)/.test(path))).toEqual([])
      for (const page of [farida, hawa, dalili]) await page.context().close()
    } finally {
      await request.dispose()
      await app.stop()
    }
  },
)
