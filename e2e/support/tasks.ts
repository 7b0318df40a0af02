import { expect, test, type APIRequestContext, type Browser, type Page } from '@playwright/test'
import { confirmPerson, logIn } from './console.ts'

/** Opens a page of the console in a browser of its own as a person of the demo. */
export async function personAt(
  { browser, request }: { browser: Browser; request: APIRequestContext },
  { url, name, path }: { url: string; name: string; path: string },
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url })).newPage()
  await page.goto(`/console${path}`)
  await logIn(page, request, name)
  return page
}

const keysOf = new WeakMap<Page, { count: number }>()

/** Counts the keys that are pressed on a page from now on: each letter of a text, and a chord once. */
function countKeys(page: Page): { count: number } {
  const known = keysOf.get(page)
  if (known) return known
  const keys = { count: 0 }
  keysOf.set(page, keys)
  const { keyboard } = page
  const [press, type] = [keyboard.press.bind(keyboard), keyboard.type.bind(keyboard)]
  keyboard.press = (key, options) => {
    keys.count++
    return press(key, options)
  }
  keyboard.type = (text, options) => {
    keys.count += text.length
    return type(text, options)
  }
  return keys
}

/** Does a task of an operator's day, and notes with the test how many keys and seconds it took; more than a minute fails. */
export async function task(page: Page, name: string, work: () => Promise<void>): Promise<void> {
  const keys = countKeys(page)
  const [before, fromMs] = [keys.count, performance.now()]
  await test.step(name, work)
  const seconds = (performance.now() - fromMs) / 1000
  const description = `${name}: ${keys.count - before} keys, ${seconds.toFixed(1)} s`
  test.info().annotations.push({ type: 'task', description })
  console.log(description)
  expect(seconds, `seconds of "${name}"`).toBeLessThan(60)
}

/**
 * Fills the form of an action that is open and sends it: its fields in order, then the reason. Where a form must show first what will happen,
 * Enter asks for that.
 */
export async function fill(page: Page, fields: Readonly<Record<string, string>>, reason: string): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await page.getByRole('textbox', { name: label, exact: true }).focus()
    await page.keyboard.type(text)
  }
  const reasonBox = page.getByRole('textbox', { name: 'Reason', exact: true })
  await expect(reasonBox).toBeVisible()
  if (await page.getByRole('button', { name: 'See what will happen', exact: true }).isVisible()) {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'What will happen' }).getByRole('paragraph').first()).toBeVisible()
  }
  await reasonBox.focus()
  await page.keyboard.type(reason)
  await page.keyboard.press('Enter')
}

/** Searches from everywhere, and opens the result of a kind. */
export async function searchFor(page: Page, text: string, kind: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
  const options = page.getByRole('option')
  await expect(options.filter({ hasText: new RegExp(`^${kind}`) }).first()).toBeVisible()
  const kinds = await options.allTextContents()
  for (let at = kinds.findIndex((one) => one.startsWith(kind)); at > 0; at--) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Gives a code if the dialog asks for one, which it does not within ten minutes of the last, and waits for the outcome of a form. */
export async function outcomeAs(
  page: Page,
  request: APIRequestContext,
  { name, outcome }: { name: string; outcome: RegExp },
): Promise<void> {
  const dialog = page.getByLabel('Code of your app')
  const shown = page.getByText(outcome).first()
  await expect(dialog.or(shown).first()).toBeVisible()
  if (await dialog.isVisible()) await confirmPerson(page, request, name)
  await expect(shown).toBeVisible()
}

/** Confirms or refuses the proposal about a subject in the room of proposals, as somebody who stands there. */
export async function decideProposal(
  page: Page,
  request: APIRequestContext,
  { name, about, key, outcome }: { name: string; about: string; key: 'a' | 'r'; outcome: RegExp },
): Promise<void> {
  const cards = page.getByRole('article')
  const card = cards.filter({ hasText: about })
  await expect(card).toBeVisible()
  const place = (await cards.allTextContents()).findIndex((text) => text.includes(about))
  for (let at = 0; at <= place; at++) await page.keyboard.press('j')
  await page.keyboard.press(key)
  await page.keyboard.type('seen the evidence')
  await page.keyboard.press('Enter')
  await outcomeAs(page, request, { name, outcome })
}
