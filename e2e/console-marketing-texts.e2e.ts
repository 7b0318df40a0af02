import { protection } from '@nare/contract/protection'
import { sandbox } from '@nare/contract/sandbox'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { ask, type Bettor } from './support/api.ts'
import { expectNothingSerious } from './support/console.ts'
import { test } from './support/house.ts'
import { fill, outcomeAs, personAt, task } from './support/tasks.ts'
import { enterAs, expect } from './support/test.ts'

const dayMs = 86_400_000
const nairobiMs = 3 * 3_600_000

const form = (page: Page) => page.getByRole('form')
const panel = (page: Page, name: string): Locator => page.getByRole('complementary', { name })
const row = (page: Page, grid: string, name: RegExp): Locator =>
  page.getByRole('grid', { name: grid }).getByRole('row', { name })

/** Writes into fields of the open form by their labels. */
async function write(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await form(page).getByLabel(label, { exact: true }).fill(text)
}

/** Moves the app's clock to the next ten in the morning of the country, when promotions may be sent. Returns the moment. */
async function toMorning(request: APIRequestContext): Promise<number> {
  const now = Date.parse((await ask(request, sandbox.clock, { advance_s: 0 })).now)
  const intoDay = (now + nairobiMs) % dayMs
  const waitMs = (dayMs + 10 * 3_600_000 - intoDay) % dayMs
  return Date.parse((await ask(request, sandbox.clock, { advance_s: Math.ceil(waitMs / 1000) })).now)
}

/** A moment as the fields for dates write it, in the country's time. */
const fieldTime = (ms: number): string => new Date(ms + nairobiMs).toISOString().slice(0, 16)

/** The id of a bettor, as the console finds it. */
const idOf = (page: Page, { msisdn }: Bettor): Promise<string> =>
  page.evaluate(
    async (number) =>
      ((await (await fetch(`/v1/operator/bettors?q=${number}`)).json()) as { data: { bettor_id: string }[] }).data[0]
        ?.bettor_id ?? '',
    `0${msisdn.slice(3)}`,
  )

test(
  'a banner is shown and taken away, a page is rewritten and brought back, and a message reaches whoever may get it',
  { tag: ['@desktop', '@long'] },
  async ({ browser, page: home, request, house, bettor, funded }) => {
    test.setTimeout(300_000)
    const now = await toMorning(request)
    await ask(request, protection.selfExclude, { period: '24h' }, bettor.token)
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const gitonga = await at('gitonga', '/house/banners')

    await expect(gitonga.getByRole('link', { name: 'New banner' })).toBeVisible()
    await task(gitonga, 'add a banner', async () => {
      await gitonga.keyboard.press('n')
      await expect(form(gitonga)).toBeVisible()
      await write(gitonga, {
        ...{ 'Title in English': 'Derby night', 'Title in Swahili': 'Usiku wa dabi' },
        ...{ 'Text in English': 'Every goal counts', 'Text in Swahili': 'Kila goli lahesabu' },
        ...{ 'From, in Nairobi': fieldTime(now - 3_600_000), 'Until, in Nairobi': fieldTime(now + dayMs) },
        ...{ Opens: 'https://evil.example', 'Approval number': 'GRA/77' },
      })
      await fill(gitonga, {}, 'for the derby')
      await expect(form(gitonga)).toContainText('A path of this site')
      await write(gitonga, { Opens: '/promotions' })
      await fill(gitonga, {}, '')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /Added\./ })
    })
    await gitonga.getByRole('link', { name: 'Open it' }).press('Enter')
    await expect(panel(gitonga, 'Banners')).toContainText('Usiku wa dabi')
    await expectNothingSerious(gitonga)
    await home.goto('/')
    const shown = home.getByRole('link', { name: /Derby night/ })
    await expect(shown).toContainText('GRA/77')
    await expect(shown).toHaveAttribute('href', '/promotions')
    await task(gitonga, 'take a banner away', async () => {
      await gitonga.keyboard.press('e')
      await expect(form(gitonga)).toContainText('Nobody sees it from now on.')
      await fill(gitonga, {}, 'the derby is moved')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /Done\./ })
    })
    await home.reload()
    await expect(home.getByRole('main')).toBeVisible()
    await expect(shown).toHaveCount(0)

    await gitonga.goto('/console/house/texts?page=cookie-policy')
    const text = panel(gitonga, 'Text')
    await expect(text).toContainText(/Bettors read\s*The file/)
    await task(gitonga, 'draft and look at a text', async () => {
      await text.getByRole('button', { name: 'Edit a copy' }).press('Enter')
      const english = form(gitonga).getByLabel('English')
      const source = await english.inputValue()
      await english.fill(source.replace(/^title: .*$/m, 'title: Our cookies'))
      await fill(gitonga, {}, 'a shorter title')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /Nobody reads it yet/ })
      await form(gitonga).getByRole('button', { name: 'Close' }).press('Enter')
      await expect(gitonga.getByRole('group', { name: 'Preview' })).toContainText('Our cookies')
    })
    await expectNothingSerious(gitonga)
    await home.goto('/cookie-policy')
    await expect(home.getByRole('heading', { level: 1 })).not.toHaveText('Our cookies')
    const publish = (which: RegExp) =>
      task(gitonga, 'publish a text', async () => {
        await expect(gitonga.getByRole('combobox', { name: 'Version' })).toContainText(which)
        await text.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
        await fill(gitonga, {}, 'it reads well')
        await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /It is published\./ })
        await form(gitonga).getByRole('button', { name: 'Close' }).press('Enter')
      })
    await publish(/Version 1, gitonga/)
    await home.reload()
    await expect(home.getByRole('heading', { level: 1 })).toHaveText('Our cookies')
    await task(gitonga, 'plan a publication and cancel it', async () => {
      await text.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
      await write(gitonga, { 'From, in Nairobi': fieldTime(now + 3 * 3_600_000) })
      await fill(gitonga, {}, 'for tonight')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /It is planned\./ })
      await form(gitonga).getByRole('button', { name: 'Close' }).press('Enter')
      const cancel = text.getByRole('button', { name: /^Cancel \S/ })
      await cancel.press('Enter')
      await expect(form(gitonga)).toContainText('Bettors go on reading what they read.')
      await fill(gitonga, {}, 'not tonight')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /It is cancelled\./ })
      await form(gitonga).getByRole('button', { name: 'Close' }).press('Enter')
      await expect(cancel).toHaveCount(0)
    })
    await task(gitonga, 'bring an earlier text back', async () => {
      await gitonga.getByRole('combobox', { name: 'Version' }).selectOption('0')
      await text.getByRole('button', { name: 'Back to this one' }).press('Enter')
      await fill(gitonga, {}, 'the earlier title was better')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /Version 2 is made/ })
      await form(gitonga).getByRole('button', { name: 'Close' }).press('Enter')
    })
    await publish(/Version 2, as the file, gitonga/)
    await home.reload()
    await expect(home.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(home.getByRole('heading', { level: 1 })).not.toHaveText('Our cookies')

    await enterAs(home, funded)
    await home.goto('/profile?tab=messages')
    const bySms = home.getByRole('checkbox', { name: /offers and promotions by SMS/ })
    await expect(bySms).not.toBeChecked()
    // The box shows what is stored, so it changes with the answer.
    await bySms.click()
    await expect(bySms).toBeChecked()
    await expect(home.getByRole('checkbox', { name: /in the app/ })).not.toBeChecked()

    const juma = await at('juma', '/house/messages?state=draft')
    const ids = [await idOf(juma, bettor), await idOf(juma, funded)]
    await gitonga.goto('/console/house/messages/new')
    await task(gitonga, 'draft a message to a list', async () => {
      await expect(form(gitonga)).toBeVisible()
      await gitonga.getByLabel('Kind').selectOption('promotion')
      await gitonga.getByLabel('By', { exact: true }).selectOption('both')
      await write(gitonga, {
        ...{ 'Approval number': 'GRA/78', English: 'The derby is tonight', Swahili: 'Dabi ni leo usiku' },
        'Ids of bettors, or a CSV whose first column has them': ids.join('\n'),
      })
      await form(gitonga).getByRole('button', { name: 'What it does', exact: true }).press('Enter')
      await expect(form(gitonga)).toContainText(/Nothing may be promoted to\s*1/)
      await expect(form(gitonga)).toContainText(/Get it\s*1/)
      await expect(form(gitonga)).toContainText(/Cost\s*0\.80/)
      await fill(gitonga, {}, 'for the derby')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /Drafted\. Another person approves it/ })
    })
    await expectNothingSerious(gitonga)
    await gitonga.getByRole('link', { name: 'Open it' }).press('Enter')
    await expect(panel(gitonga, 'Messages')).toContainText('You drafted it, so another person approves it.')
    await juma.goto('/console/')
    await expect(juma.getByRole('group', { name: 'What waits' })).toContainText(/Messages to approve/)
    await juma.goto('/console/house/messages?state=draft')
    await row(juma, 'Messages', /^The derby is tonight/).click()
    await task(juma, 'approve a message of another person', async () => {
      await expect(panel(juma, 'Messages')).toContainText(/Nothing may be promoted to\s*1/)
      await juma.keyboard.press('a')
      await expect(form(juma)).toContainText(/and costs about KSh.\d/)
      await fill(juma, {}, 'agreed')
      await outcomeAs(juma, request, { name: 'juma', outcome: /Done\./ })
    })
    await expect(panel(gitonga, 'Messages')).toContainText(/Approved by\s*juma/)
    await expect(panel(gitonga, 'Messages')).toContainText(/Sent\s*1\s*By SMS\s*1\s*Delivered\s*1\s*Not delivered\s*0/)
    await expect(panel(gitonga, 'Messages')).toContainText(/Refused\s*1/)
    const smsOf = async ({ msisdn }: Bettor) =>
      JSON.stringify((await ask(request, sandbox.phone, { msisdn })).sms).split('The derby is tonight').length - 1
    expect([await smsOf(funded), await smsOf(bettor)]).toEqual([1, 0])
    for (const page of [gitonga, juma]) await page.context().close()
  },
)

test(
  'a text for tomorrow is read from its moment on, and taken back',
  { tag: ['@desktop', '@long'] },
  async ({ browser, page: home, request, house }) => {
    test.setTimeout(300_000)
    const now = await toMorning(request)
    const open = (path: string) => personAt({ browser, request }, { url: house.app.url, name: 'gitonga', path })
    const before = await open('/house/texts?page=privacy-policy')
    const panelOf = (page: Page) => panel(page, 'Text')
    await expect(panelOf(before)).toContainText(/Bettors read\s*The file/)
    await panelOf(before).getByRole('button', { name: 'Edit a copy' }).press('Enter')
    const english = form(before).getByLabel('English')
    await expect(english).toBeFocused()
    const source = await english.inputValue()
    await english.fill(source.replace(/^title: .*$/m, 'title: Your privacy with us'))
    await fill(before, {}, 'the lawyer wrote it anew')
    await outcomeAs(before, request, { name: 'gitonga', outcome: /Nobody reads it yet/ })
    await form(before).getByRole('button', { name: 'Close' }).press('Enter')
    await expect(before.getByRole('group', { name: 'Preview' })).toContainText('Your privacy with us')
    await panelOf(before).getByRole('button', { name: 'Publish', exact: true }).press('Enter')
    await write(before, { 'From, in Nairobi': fieldTime(now + dayMs) })
    await fill(before, {}, 'it holds from tomorrow')
    await outcomeAs(before, request, { name: 'gitonga', outcome: /It is planned\./ })
    await before.context().close()

    const heading = home.getByRole('heading', { level: 1 })
    await home.goto('/privacy-policy')
    await expect(heading).toBeVisible()
    await expect(heading).not.toHaveText('Your privacy with us')
    await ask(request, sandbox.clock, { advance_s: dayMs / 1000 + 60 })
    await home.reload()
    await expect(heading).toHaveText('Your privacy with us')

    const after = await open('/house/texts?page=privacy-policy')
    await expect(panelOf(after)).toContainText(/Bettors read\s*Version 1/)
    await after.getByRole('combobox', { name: 'Version' }).selectOption('0')
    await panelOf(after).getByRole('button', { name: 'Back to this one' }).press('Enter')
    await fill(after, {}, 'the lawyer found a fault')
    await outcomeAs(after, request, { name: 'gitonga', outcome: /Version 2 is made/ })
    await form(after).getByRole('button', { name: 'Close' }).press('Enter')
    await expect(after.getByRole('combobox', { name: 'Version' })).toContainText('Version 2, as the file, gitonga')
    await panelOf(after).getByRole('button', { name: 'Publish', exact: true }).press('Enter')
    await fill(after, {}, 'the earlier one holds again')
    await outcomeAs(after, request, { name: 'gitonga', outcome: /It is published\./ })
    await home.reload()
    await expect(heading).toBeVisible()
    await expect(heading).not.toHaveText('Your privacy with us')
    await after.context().close()
  },
)

test(
  'each form of a new thing begins in its first field',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house }) => {
    test.setTimeout(120_000)
    const asha = await personAt({ browser, request }, { url: house.app.url, name: 'asha', path: '/' })
    for (const [path, field] of [
      ['banners', 'Title in English'],
      ['messages', 'Kind'],
      ['promotions', 'Kind'],
      ['jackpots', 'Name'],
    ] as const) {
      await asha.goto(`/console/house/${path}/new`)
      await expect(form(asha).getByLabel(field, { exact: true })).toBeFocused()
    }
    await asha.context().close()
  },
)
