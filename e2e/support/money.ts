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
