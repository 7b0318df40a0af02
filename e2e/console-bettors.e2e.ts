import type { APIRequestContext, Page } from '@playwright/test'
import { confirmPerson, expectNothingSerious, logIn } from './support/console.ts'
import { task } from './support/tasks.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

/** Finds a bettor by the whole number in the list, and opens the page. */
async function find(page: Page, { msisdn, name }: { msisdn: string; name: string }): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Bettors' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(`0${msisdn.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Bettors' }).getByRole('row')).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Opens an action by its key, types its fields and the reason, and sends it. */
async function act(page: Page, key: string, ...fields: readonly string[]): Promise<void> {
  await page.keyboard.press(key)
  for (const [at, text] of fields.entries()) {
    if (at > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
}

const openAs = async (page: Page, request: APIRequestContext, name: string, path: string): Promise<void> => {
  await page.goto(`/console${path}`)
  await logIn(page, request, name)
}

test(
  'protection finds a bettor by the number, freezes and unfreezes the account, ends the sessions and leaves a note',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, bettor }) => {
    const facts = page.getByText('State of play').locator('..')
    await openAs(page, request, 'esther', '/bettors')
    await task(page, 'look up a bettor by the number', () =>
      find(page, { msisdn: bettor.msisdn, name: bettor.user.name }),
    )
    await expectNothingSerious(page)

    await task(page, 'freeze an account', async () => {
      await act(page, 'l', 'lost phone')
      await expect(page.getByText('Locked.')).toBeVisible()
      await expect(facts).toContainText('Locked by esther')
    })
    await page.keyboard.press('Escape')
    await task(page, 'unfreeze an account', async () => {
      await act(page, 'l', 'phone found')
      await expect(page.getByText('Unlocked.')).toBeVisible()
      await expect(facts).not.toContainText('Locked by')
    })
    await page.keyboard.press('Escape')

    await task(page, 'end the sessions of a bettor', async () => {
      await act(page, 'e', 'asked by phone')
      await expect(page.getByText('1 session ended.')).toBeVisible()
      await expect(page.getByRole('button', { name: /End .* session/ })).toHaveCount(0)
    })
    await page.keyboard.press('Escape')

    await task(page, 'leave a note', async () => {
      await act(page, 'n', 'Calls again on Monday', 'phone call')
      await expect(page.getByText('The note is kept.')).toBeVisible()
    })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notes', exact: true }).press('Enter')
    await expect(page).toHaveURL(/[?&]kinds=note$/)
    // The head of the columns, the day and the note.
    await expect(page.getByRole('grid', { name: 'Timeline' }).getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('row', { name: /^Today, / })).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Timeline' })).toContainText('Calls again on Monday')
    await expectNothingSerious(page)
  },
)

/** The label of the field that has the focus in the very moment in which a text appears. */
const focusWith = (page: Page, text: string): Promise<string | undefined> =>
  page.evaluate(
    (wanted) =>
      new Promise<string | undefined>((resolve) => {
        const look = () => {
          if (!document.body.textContent.replaceAll(/\s+/g, ' ').includes(wanted)) return
          const field = document.activeElement
          resolve(field instanceof HTMLInputElement ? field.labels?.[0]?.textContent : field?.tagName)
        }
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
    text,
  )

test(
  'support proposes a correction and cannot confirm it; finance confirms it on the page of the bettor',
  { tag: '@desktop' },
  async ({ page, browser, baseURL, request, bettor }) => {
    await openAs(page, request, 'dalili', '/bettors')
    await find(page, { msisdn: bettor.msisdn, name: bettor.user.name })
    await act(page, 'v', 'to call back')
    await expect(page.getByText(bettor.msisdn).first()).toBeVisible()
    await page.keyboard.press('Escape')

    await task(page, 'propose a corrected balance', async () => {
      await page.keyboard.press('b')
      await page.keyboard.type('500')
      await expect(page.getByText('KSh 500 is added: the cash becomes KSh 500.')).toBeVisible()
      const focused = focusWith(page, '1 bettor: KSh 500 is paid out.')
      await page.keyboard.press('Enter')
      expect(await focused, 'a letter that is typed at once belongs to the reason').toBe('Reason')
      await page.keyboard.type('deposit counted twice')
      await page.keyboard.press('Enter')
      await confirmPerson(page, request, 'dalili')
      await expect(page.getByText(/Waits for a second person. Proposal PR-/)).toBeVisible()
    })
    await page.keyboard.press('Escape')
    const waiting = page.getByRole('region', { name: 'Waits for a second person' })
    await expect(waiting).toContainText('proposed by dalili')
    await expect(waiting.getByRole('button')).toHaveText([/Take back/])
    await expectNothingSerious(page)

    const second = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
    await openAs(second, request, 'farida', new URL(page.url()).pathname.replace('/console', ''))
    await expect(second.getByRole('region', { name: 'Waits for a second person' })).toContainText('proposed by dalili')
    await task(second, 'confirm a corrected balance', async () => {
      await act(second, 'a', 'statement checked')
      await confirmPerson(second, request, 'farida')
      await expect(second.getByText('Done.')).toBeVisible()
    })
    await expect(second.getByText('Waits for a second person')).toHaveCount(0)
    const row = second.getByRole('grid', { name: 'Timeline' }).getByRole('row', { name: /Correction/ })
    await expect(row).toContainText('+500')
    await second.context().close()
  },
)
