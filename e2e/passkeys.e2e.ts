import type { Page } from '@playwright/test'
import type { Bettor } from './support/api.ts'
import { expectNothingSerious } from './support/console.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

/** The app under a name: a passkey belongs to a name of a host, never to an address. */
const named = (url: string | undefined): string => (url ?? '').replace('127.0.0.1', 'localhost')

/** A device with a screen lock that makes and keeps passkeys. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logIn(page: Page, url: string, { msisdn, password }: Bettor, to: string): Promise<void> {
  await page.goto(`${url}/login?to=${encodeURIComponent(to)}`)
  await page.getByLabel('Phone number').fill(msisdn)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await expect(page.getByRole('checkbox', { name: /Stay logged in/ })).toBeChecked()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(`${url}${to}`)
}

test(
  'a bettor adds a passkey, logs in by it, confirms a withdrawal with it, and ends it',
  { tag: ['@layout', '@long'] },
  async ({ page, baseURL, funded }) => {
    const url = named(baseURL)
    await giveAuthenticator(page)
    await logIn(page, url, funded, '/profile?tab=security')
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(passkeys.getByRole('listitem')).toHaveCount(1)
    await expect(passkeys.getByText('not used yet')).toBeVisible()
    const asks = passkeys.getByRole('checkbox', { name: 'Ask for a passkey before each withdrawal' })
    await asks.click()
    await expect(asks).toBeChecked()
    await expectNoSidewaysScroll(page)
    await expectNothingSerious(page)
    // The device has a passkey of this account already.
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(passkeys.getByText('No passkey was added. Try again')).toBeVisible()

    await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).first().click()
    await expect(page).toHaveURL(`${url}/`)
    const loads: string[] = []
    page.on('request', (request) => loads.push(request.url()))
    await page.goto(`${url}/login?to=%2Fwithdraw`)
    await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible()
    expect(loads.filter((load) => /passkey/.test(load))).toEqual([])
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page).toHaveURL(`${url}/withdraw`)

    await page.getByLabel('Amount in shillings').fill('105')
    await page.getByRole('button', { name: /^Withdraw KSh/ }).click()
    await expect(page.getByText('Confirm this withdrawal with your passkey.')).toBeVisible()
    // One button to press: the other one would only be refused again.
    await expect(page.getByRole('button', { name: /^Withdraw KSh/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Confirm with passkey' }).click()
    await expect(page.getByRole('heading', { name: /on its way|on your phone/ })).toBeVisible()

    await page.goto(`${url}/profile?tab=security`)
    const sessions = page.getByRole('region', { name: 'Where you are logged in' })
    await expect(sessions.getByText(/this one/)).toBeVisible()
    await sessions.getByRole('button', { name: 'End all other sessions' }).click()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await expect(passkeys.getByText(/last used/)).toBeVisible()
    await passkeys.getByRole('button', { name: /^End the passkey/ }).click()
    await expect(passkeys.getByRole('listitem')).toHaveCount(0)
    await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).first().click()
    await page.goto(`${url}/login`)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page.getByText('No passkey here. Use your password')).toBeVisible()
  },
)

const asked = [
  ['build a bet', 'How do I bet on several things in one match?'],
  ['edit bet', 'How do I change a bet?'],
  ['notices', 'How am I told of my bets and money?'],
  ['insurance', 'What is insurance on a multi?'],
  ['popular', 'What are popular picks?'],
  ['cash out', 'Can I take money before the match ends?'],
] as const

test(
  'help is found as it is typed, by keyboard and in both languages, and where it ends there is a way to ask',
  { tag: ['@layout', '@long'] },
  async ({ page }) => {
    await page.goto('/how-to-play')
    const help = page.getByRole('search')
    await help.getByLabel('Search help').fill('forgot pass')
    await expect(help.getByRole('link', { name: 'I forgot my password' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(help.getByRole('link', { name: 'I forgot my password' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'I forgot my password' })).toBeInViewport()
    for (const [typed, answer] of asked) {
      await help.getByLabel('Search help').fill(typed)
      await expect(help.getByRole('link', { name: answer })).toBeVisible()
    }
    await expect(help.getByRole('status')).toHaveText('1 answer')
    await help.getByLabel('Search help').fill('goalkeeper gloves')
    await expect(help.getByText('No answer to that here. Ask us:')).toBeVisible()
    await expect(help.getByRole('link', { name: '+254 700 000 000' })).toHaveAttribute('href', 'tel:+254700000000')
    await expect(help.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/profile?tab=complaints')
    await expectNoSidewaysScroll(page)
    await expectNothingSerious(page)
    await page.goto('/profile')
    await page.getByLabel('Language').selectOption('sw')
    await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
    await page.goto('/how-to-play')
    await page.getByLabel('Tafuta msaada').fill('nimesahau')
    await expect(page.getByRole('link', { name: 'Nimesahau nenosiri' })).toBeVisible()
    await page.getByLabel('Tafuta msaada').fill('cash out')
    await expect(page.getByRole('link', { name: /^Naweza kuchukua pesa/ })).toBeVisible()
    await expectNoSidewaysScroll(page)
  },
)

test(
  'where the address is a number no passkey is offered, and the profile says why',
  { tag: '@long' },
  async ({ page, bettor }) => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveCount(0)
    await enterAs(page, bettor)
    await page.goto('/profile?tab=security')
    const passkeys = page.getByRole('region', { name: 'Passkeys' })
    await expect(passkeys.getByText('A passkey needs an address with a name')).toBeVisible()
    await expect(passkeys.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
  },
)
