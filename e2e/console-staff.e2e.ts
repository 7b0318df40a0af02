import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expectNothingSerious } from './support/console.ts'
import { fill, outcomeAs, personAt, task } from './support/tasks.ts'
import { expect, test } from './support/test.ts'

/** A name for a person that no other run has. */
const newName = (): string => `w${randomUUID().slice(0, 8)}`

const over = /Waits for a second person. Proposal|Give this link|Done\./

/** The app under a name: a passkey belongs to a name of a host, never to an address. */
const named = (url: string | undefined): string => (url ?? '').replace('127.0.0.1', 'localhost')

const staffRow = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'People of the house' }).getByRole('row', { name })

/** Opens the form of a person's action by its button. */
async function openAction(page: Page, person: string, action: string): Promise<void> {
  await staffRow(page, person).click()
  await page.getByRole('complementary', { name: 'Person' }).getByRole('button', { name: action, exact: true }).click()
}

/** Adds a person with a role: two admins fill in the same form, and the second gets the link to enrol. */
async function added(
  { asha, juma, code }: { asha: Page; juma: Page; code: (page: Page, name: string) => Promise<void> },
  name: string,
  role: string,
): Promise<string> {
  const add = async (page: Page, who: string): Promise<void> => {
    await page.keyboard.press('n')
    await page.getByRole('checkbox', { name: role }).press('Space')
    await fill(page, { Name: name }, 'hired as a colleague')
    await code(page, who)
  }
  await task(asha, `propose a person of the house (${role})`, async () => {
    await add(asha, 'asha')
    await expect(asha.getByText(/Waits for a second person. Proposal PR-/)).toBeVisible()
    await asha.keyboard.press('Escape')
  })
  await task(juma, `confirm a person of the house (${role})`, async () => {
    await add(juma, 'juma')
    await expect(juma.getByText('Give this link to the person')).toBeVisible()
  })
  return (await juma.getByRole('form').getByRole('code').textContent()) ?? ''
}

/** A browser without a session at the enrolment, and what follows the # of a link. */
async function enrolling(browser: Browser, url: string, link: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage()
  await page.goto(`/console/enrol#${link.split('#')[1] ?? ''}`)
  return page
}

/** The ten recovery codes, which the person keeps. */
async function keepCodes(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  const codes = await page.getByRole('listitem').allTextContents()
  expect(new Set(codes).size).toBe(10)
  await page.getByRole('button', { name: 'I have kept them' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
  return codes
}

test(
  'two admins make a member of staff, who enrols and logs in with a recovery code, loses a role in the middle of a session, and is suspended',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, baseURL }) => {
    const url = named(baseURL)
    const at = (name: string, path: string) => personAt({ browser, request }, { url, name, path })
    const asha = await at('asha', '/house/staff')
    await expect(asha.getByRole('grid', { name: 'People of the house' })).toBeVisible()
    const juma = await at('juma', '/house/staff')
    const name = newName()
    const code = (page: Page, who: string) => outcomeAs(page, request, { name: who, outcome: over })
    const link = await added({ asha, juma, code }, name, 'Payments')

    const person = await enrolling(browser, url, link)
    let codes: string[] = []
    let secret = ''
    await task(person, 'enrol with a password and a one-time code', async () => {
      await expect(person.getByRole('heading', { name: `Enrol ${name}` })).toBeVisible()
      secret = (await person.getByRole('code').textContent()) ?? ''
      await person.getByLabel('New password').focus()
      await person.keyboard.type('a long sentence of mine')
      await person.getByLabel('Code of the app').focus()
      await person.keyboard.type(new TOTP({ secret }).generate())
      await person.keyboard.press('Enter')
      codes = await keepCodes(person)
    })
    await expectNothingSerious(person)
    await person.getByRole('button', { name: `Menu of ${name}` }).press('Enter')
    await person.getByRole('menuitem', { name: 'Log out' }).press('Enter')
    await task(person, 'log in with a recovery code', async () => {
      await expect(person.getByLabel('Name')).toBeFocused()
      for (const text of [name, 'a long sentence of mine', codes[0] ?? '']) {
        await person.keyboard.type(text)
        await person.keyboard.press('Tab')
      }
      await person.keyboard.press('Enter')
      await expect(person.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
    })
    await person.goto('/console/payments/withdrawals')
    await expect(person.getByRole('grid', { name: 'Withdrawals' })).toBeVisible()

    await asha.reload()
    await juma.goto('/console/house/proposals')
    await task(asha, 'propose another role', async () => {
      await openAction(asha, name, 'Roles')
      const form = asha.getByRole('form', { name: `Roles of ${name}` })
      await form.getByRole('checkbox', { name: 'Payments' }).press('Space')
      await form.getByRole('checkbox', { name: 'Marketing' }).press('Space')
      await fill(asha, {}, 'moves to marketing')
      await code(asha, 'asha')
      await expect(asha.getByText(/Waits for a second person/)).toBeVisible()
    })
    await task(juma, 'confirm another role', async () => {
      await juma
        .getByRole('article')
        .filter({ hasText: `Staff ${name}` })
        .click()
      await juma.keyboard.press('a')
      await juma.keyboard.type('agreed with both teams')
      await juma.keyboard.press('Enter')
      await code(juma, 'juma')
      await expect(juma.getByRole('article').filter({ hasText: `Staff ${name}` })).toContainText('Done.')
    })
    // The same session, whose next call counts with the new role.
    const refused = await person.request.get('/v1/operator/withdrawals', {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(refused.status()).toBe(403)
    await person.reload()
    await expect(person.getByRole('link', { name: 'Payments', exact: true })).toHaveCount(0)

    await asha.reload()
    await task(asha, 'suspend a person', async () => {
      await openAction(asha, name, 'Suspend')
      await fill(asha, {}, 'phone stolen')
      await code(asha, 'asha')
      await expect(staffRow(asha, name)).toContainText('Suspended')
    })
    await person.keyboard.press('g')
    await person.keyboard.press('3')
    await expect(person).toHaveURL(/\/console\/login/)
  },
)

test(
  'a member of staff enrols with a passkey, gets recovery codes, and logs in with the passkey',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, baseURL }) => {
    const url = named(baseURL)
    const at = (name: string, path: string) => personAt({ browser, request }, { url, name, path })
    const asha = await at('asha', '/house/staff')
    await expect(asha.getByRole('grid', { name: 'People of the house' })).toBeVisible()
    const juma = await at('juma', '/house/staff')
    const name = newName()
    const code = (page: Page, who: string) => outcomeAs(page, request, { name: who, outcome: over })
    const person = await enrolling(browser, url, await added({ asha, juma, code }, name, 'Support'))
    const devtools = await person.context().newCDPSession(person)
    await devtools.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    })
    await task(person, 'enrol with a passkey', async () => {
      await person.getByRole('button', { name: 'Enrol with a passkey' }).press('Enter')
      await keepCodes(person)
    })
    await person.getByRole('button', { name: `Menu of ${name}` }).press('Enter')
    await person.getByRole('menuitem', { name: 'Log out' }).press('Enter')
    await task(person, 'log in with a passkey', async () => {
      await expect(person.getByLabel('Name')).toBeFocused()
      await person.keyboard.type(name)
      await person.getByRole('button', { name: 'Use a passkey' }).press('Enter')
      await expect(person.getByRole('heading', { name: 'Today', exact: true })).toBeVisible()
    })
    await asha.reload()
    await expect(staffRow(asha, name)).toContainText('passkey')
  },
)
