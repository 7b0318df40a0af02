import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { violationsOf } from './axe.ts'

/** A code of a person of the demo that was never used. */
async function codeOf(request: APIRequestContext, name: string): Promise<string> {
  const { code } = (await (await request.get(`/sandbox/staff/${name}`)).json()) as { code: string }
  return code
}

/** Logs in with the keyboard as a person of the demo, and waits until the person is logged in. */
export async function logIn(page: Page, request: APIRequestContext, name: string): Promise<void> {
  await expect(page.getByLabel('Name')).toBeFocused()
  for (const text of [name, 'karibu-console', await codeOf(request, name)]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Menu of ${name}` })).toBeVisible()
}

/** Confirms with a code that it is this person, in the dialog that a call opened. */
export async function confirmPerson(page: Page, request: APIRequestContext, name: string): Promise<void> {
  await expect(page.getByLabel('Code of your app')).toBeFocused()
  await page.keyboard.type(await codeOf(request, name))
  await page.keyboard.press('Enter')
}

/** Fails on what axe finds serious or critical. */
export async function expectNothingSerious(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([])
}
