import { createHash } from 'node:crypto'
import { request as requests, type APIRequestContext, type Page } from '@playwright/test'
import { kyc } from '@nare/contract/kyc'
import { operatorSettings } from '@nare/contract/settings'
import { ask, fund, send, signUp, type Bettor } from './support/api.ts'
import { startApp } from './support/app.ts'
import { expectNothingSerious } from './support/console.ts'
import { approvePrompt, sendPrompt, stateOf } from './support/money.ts'
import { picture } from './support/picture.ts'
import { personAt } from './support/tasks.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const admins = { ada: 'the-token-of-ada', ben: 'the-token-of-ben' }
const OPERATORS = Object.entries(admins)
  .map(([name, token]) => `${name}:admin:${createHash('sha256').update(token).digest('hex')}`)
  .join(',')

type Goes = 'goes' | 'waits'
type Rule = {
  readonly before: 'signup' | 'deposit' | 'withdrawal'
  /** Whether these wait for a confirmed identity: a deposit, and withdrawals within the limit of the unknown and above it. */
  readonly deposit: Goes
  readonly small: Goes
  readonly large: Goes
  /** What decides: the electronic source by a number, or people by pictures because it cannot. */
  readonly by: 'number' | 'people'
}

const rules: readonly Rule[] = [
  { before: 'withdrawal', deposit: 'goes', small: 'goes', large: 'waits', by: 'people' },
  { before: 'deposit', deposit: 'waits', small: 'goes', large: 'waits', by: 'number' },
  { before: 'signup', deposit: 'waits', small: 'waits', large: 'waits', by: 'people' },
]

/** Changes a setting as two people of the house. */
async function change(request: APIRequestContext, key: string, value: string): Promise<void> {
  const given = { key, value, reason: 'as the regulations say' }
  for (const token of Object.values(admins)) {
    const reply = await send(request, operatorSettings.changeSetting, given, token)
    if (reply.status() === 200) return
    expect(reply.status()).toBe(202)
  }
}

async function withdraw(page: Page, shillings: string, outcome: Goes): Promise<void> {
  await page.goto('/withdraw')
  await page.getByLabel('Amount in shillings').fill(shillings)
  await page.getByRole('button', { name: /^Withdraw KSh/ }).click()
  if (outcome === 'goes') await expect(stateOf(page)).toContainText('The money is on your phone')
  else await expect(page.getByRole('link', { name: 'Verify your identity' })).toBeVisible()
}

async function deposit(page: Page, request: APIRequestContext, bettor: Bettor, outcome: Goes): Promise<void> {
  if (outcome === 'goes') {
    await sendPrompt(page, '100')
    return approvePrompt(page, request, bettor)
  }
  await page.goto('/deposit')
  await page.getByLabel('Amount in shillings').fill('100')
  await page.getByRole('button', { name: 'Send M-Pesa prompt for KSh 100' }).click()
  await expect(page.getByRole('alert')).toContainText('Confirm your identity first')
  await page.getByRole('link', { name: 'Verify your identity' }).click()
  await expect(page.getByRole('heading', { name: 'Identity check' })).toBeVisible()
}

/** Sends the pictures of a document whose number the electronic source cannot decide. */
async function sendDocument(page: Page, number: string): Promise<void> {
  await expect(page.getByLabel('Front of the document')).toBeVisible()
  await page.getByLabel('Document number').fill(number)
  await page.getByLabel('Name on the document').fill('Asha Unlisted')
  await page.getByLabel('Front of the document').setInputFiles(await picture(page, 300))
  await page.getByRole('button', { name: 'Send the documents' }).click()
  await expect(page.getByText("We're checking your documents.")).toBeVisible()
}

/** The clerk reads what the source said, looks at the picture and approves by keys. */
async function approve(clerk: Page, number: string): Promise<void> {
  await clerk.reload()
  await clerk.getByRole('grid', { name: 'Identity' }).getByRole('row', { name: 'Asha Unlisted' }).click()
  const panel = clerk.getByRole('complementary', { name: 'Identity' })
  await expect(panel).toContainText(number)
  await expect(panel.getByRole('region', { name: 'Electronic source' })).toContainText('Partial Match (1021)')
  await clerk.keyboard.press('p')
  await expect(panel.getByRole('form')).toBeVisible()
  await clerk.keyboard.type('to decide')
  await clerk.keyboard.press('Enter')
  await expect(panel.getByRole('img')).toHaveCount(1)
  await clerk.keyboard.press('a')
  await expect(panel.getByRole('heading', { name: 'Approve the identity' })).toBeVisible()
  await clerk.keyboard.type('card and account agree')
  await clerk.keyboard.press('Enter')
  await expect(clerk.getByRole('grid', { name: 'Identity' }).getByRole('row', { name: 'Asha Unlisted' })).toHaveCount(0)
}

test(
  'the identity is confirmed before the step that the rule of the day names, by the source or by people of the house',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const app = await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off', OPERATORS })
    const request = await requests.newContext({ baseURL: app.url })
    try {
      await change(request, 'payments.identity_day_max', '500')
      const clerk = await personAt({ browser, request }, { url: app.url, name: 'chebet', path: '/payments/identity' })
      for (const rule of rules) await test.step(rule.before, () => live(rule, clerk))
      await expectNothingSerious(clerk)
      await clerk.context().close()
    } finally {
      await request.dispose()
      await app.stop()
    }

    /** One new bettor under a rule: what goes, what waits, the confirmation, and that everything goes then. */
    async function live({ before, by, ...rule }: Rule, clerk: Page): Promise<void> {
      await change(request, 'identity.before', `2026-01-01=${before}`)
      const bettor = await signUp(request, { name: 'Asha Unlisted' })
      await fund(request, bettor.msisdn, '5000.00')
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } })
      const page = await context.newPage()
      await enterAs(page, bettor)
      await deposit(page, request, bettor, rule.deposit)
      await withdraw(page, '100', rule.small)
      await withdraw(page, '600', rule.large)

      await page.getByRole('link', { name: 'Verify your identity' }).click()
      const digits = bettor.msisdn.slice(4, 11)
      const letters = [...digits].map((digit) => 'ABCDEFGHIJ'.charAt(Number(digit))).join('')
      if (before !== 'withdrawal') {
        await page.getByRole('button', { name: 'Confirm my identity' }).click()
        await expect(page.getByText('Please enter the number as shown on the document')).toBeVisible()
        await expectNoSidewaysScroll(page)
        await page.getByLabel('Document number').fill(by === 'number' ? `${digits}8` : letters)
        await page.getByRole('button', { name: 'Confirm my identity' }).click()
        if (by === 'people') await expect(page.getByRole('alert')).toContainText('Please send pictures')
      }
      if (by === 'people') {
        await sendDocument(page, letters)
        await approve(clerk, letters)
        await page.reload()
      }
      await expect(page.getByText('Your identity is confirmed.')).toBeVisible()
      expect((await ask(request, kyc.identityCheck, {}, bettor.token)).before).toBe(before)
      if (rule.deposit === 'waits') await deposit(page, request, bettor, 'goes')
      await withdraw(page, '600', 'goes')
      await context.close()
    }
  },
)
