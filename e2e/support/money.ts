import { randomUUID } from 'node:crypto'
import { seal } from '@nare/client/envelope'
import { payments } from '@nare/contract/payments'
import { sandbox, type PromptAction } from '@nare/contract/sandbox'
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { ask, type Bettor } from './api.ts'

/** Types an amount on the deposit page and sends the prompt. Returns the id of the deposit, from the URL. */
export async function sendPrompt(page: Page, shillings: string): Promise<string> {
  await page.goto('/deposit')
  await page.getByLabel('Amount in shillings').fill(shillings)
  await page.getByRole('button', { name: `Send M-Pesa prompt for KSh ${shillings}` }).click()
  await expect(stateOf(page)).toContainText('enter your M-Pesa PIN')
  const id = new URL(page.url()).searchParams.get('payment')
  if (id === null) throw new Error('The address does not name the deposit')
  return id
}

/** The status section of a payment page. */
export const stateOf = (page: Page): Locator => page.getByRole('main').getByRole('status')

/** Waits until the sandbox phone shows the prompt. Returns its id. */
export async function promptOn(request: APIRequestContext, msisdn: string): Promise<string> {
  let found: string | undefined
  await expect
    .poll(async () => {
      const { prompts } = await ask(request, sandbox.phone, { msisdn })
      found = prompts.findLast(({ state }) => state === 'waiting')?.prompt_id
      return found
    })
    .toBeTruthy()
  return found ?? ''
}

/** Answers the prompt on the sandbox phone. */
export async function answerPrompt(request: APIRequestContext, msisdn: string, action: PromptAction): Promise<void> {
  await ask(request, sandbox.promptAction, { msisdn, prompt_id: await promptOn(request, msisdn), action })
}

/** Approves the prompt of the deposit on the page, and waits until the page shows that the money has arrived. */
export async function approvePrompt(page: Page, request: APIRequestContext, { msisdn }: Bettor): Promise<void> {
  await answerPrompt(request, msisdn, 'approve')
  await expect(stateOf(page)).toContainText('The money is in your wallet')
}

/** A payment of the bettor, as the server returns it. */
export const payment = async (request: APIRequestContext, bettor: Bettor, id: string) =>
  (await ask(request, payments.payment, { id }, bettor.token)).data

/** Withdraws an amount over HTTP, sealed by the clock of the app. Returns the id of the withdrawal. */
export async function withdraw(
  request: APIRequestContext,
  { user, token }: Pick<Bettor, 'user' | 'token'>,
  amount: string,
): Promise<string> {
  const { now } = await ask(request, sandbox.clock, { advance_s: 0 })
  const sealed = await seal({ id: randomUUID(), amount }, user.signing_key, Math.floor(Date.parse(now) / 1000))
  const headers = { authorization: `Bearer ${token}` }
  const sent = await request.post(payments.withdraw.path, { headers, data: { token: sealed } })
  expect(sent.ok()).toBe(true)
  return ((await sent.json()) as { withdrawal_id: string }).withdrawal_id
}
