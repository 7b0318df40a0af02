import { expect, test, type Page } from '@playwright/test'
import { violationsOf } from './axe.ts'
import type { Scene } from './scenes.ts'
import { waitUntilSettled } from './settled.ts'

/** True in `npm run test:long`, which checks colours in both themes and runs axe on both sizes. */
export const everything = process.env['JOURNEYS'] === 'all'

/** The English title of each page, by the first segment of its address. */
const titles: Readonly<Record<string, string>> = {
  ...{ '': "Today's matches", sports: 'Sports', competition: 'Sports A-Z', match: 'Match', b: 'Booking code' },
  ...{ 'betslip-slip': 'Slip', 'betslip-nare': 'Nare league slip', 'betslip-jackpot': 'Jackpot slip' },
  ...{ jackpot: 'Jackpot', virtuals: 'Virtuals', 'nare-league': 'Nare league', playouts: 'Play-outs' },
  ...{ standing: 'Standing', results: 'Results', casino: 'Casino', gameplay: 'Game', 'smart-soft': 'SmartSoft' },
  ...{ 'smart-play': 'Game', 'nare-games': 'Games', 'nare-games/crash': 'Crash', 'my-bets': 'My bets' },
  ...{ 'bet-history': 'Bet history', bethistory: 'Nare league bets', promotions: 'Promotions', promo: 'Promotion' },
  ...{ points: 'Points', 'leader-board': 'Leaderboard', fpl: 'Fantasy', login: 'Log in', signup: 'Create account' },
  ...{ verify: 'Verify your phone', 'reset-password': 'Reset password', deposit: 'Deposit', withdraw: 'Withdraw' },
  ...{ profile: 'Profile', print: 'Print', 'how-to-play': 'How to play', 'privacy-policy': 'Privacy policy' },
  ...{ 'cookie-policy': 'Cookie policy', 'dispute-resolution': 'Dispute resolution' },
  ...{ 'anti-money-laundering': 'Anti money laundering', 'terms-and-conditions': 'Terms and conditions' },
  ...{ 'responsible-gambling': 'Responsible gambling', redirect: 'Session expired' },
}

/** The title of a URL; a URL without a page has the name of the site. */
function titleOf(address: string): string {
  const path = new URL(address).pathname.slice(1)
  const title = titles[path] ?? titles[path.split('/')[0] ?? '']
  return title === undefined ? 'Nare' : `${title} · Nare`
}

export type Look = {
  /** The interface language; the titles are checked in English. */
  locale?: 'en' | 'sw'
  /** The size of the text, in percent of the browser's. */
  textPercent?: number
  /** Whether nothing is cut off with text twice as large either, which is set on the open page. */
  thenLarge?: boolean
  /** Whether the open page is whole on a desktop too, to whose size its window is widened. */
  thenWide?: boolean
  /** Whether axe runs; else only in the long run. */
  withAxe?: boolean
  /** Whether each scene is opened directly; else as by a link, from the scene before. */
  directly?: boolean
}

/** Prepares a page for a crawl: language, text size and the dark theme, which the first script of a page applies. */
export async function prepare(page: Page, { locale = 'en', textPercent = 100 }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.addInitScript(
    ([language, size]) => {
      const stored = (value: string) => JSON.stringify({ value, created: Date.now(), ttl: 9e12 })
      localStorage.setItem('bettor:locale', stored(language ?? ''))
      localStorage.setItem('bettor:theme', stored('dark'))
      if (size !== '100%')
        addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = size ?? ''))
    },
    [locale, `${textPercent}%`],
  )
}

/**
 * Opens each scene and checks it: its title, its one heading, its theme, its one font and own boxes, nothing wider than the window, no field, choice, button or name cut off, no word broken,
 * no error of a script, and with axe no serious violation; if opened directly, its content security policy too. A scene that follows one
 * with further steps is opened directly, because these may leave a sheet or a failed part behind.
 */
export async function crawl(page: Page, scenes: readonly Scene[], look: Look): Promise<void> {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(`${page.url()}: ${message}`))
  page.on('console', (message) => {
    if (/content.security.policy|refused to/i.test(message.text())) faults.push(`${page.url()}: ${message.text()}`)
  })
  for (const [index, { as, at, then, heading }] of scenes.entries()) {
    const before = scenes[index - 1]
    if (look.directly || !before || before.then) await openDirectly(page, at)
    else await page.evaluate((path) => history.pushState({}, '', path), at)
    await test.step(at, async () => {
      await waitUntilSettled(page)
      if (!then) return
      await then(page)
      await waitUntilSettled(page)
    })
    const shown = await expectWhole(page, { as, at }, look)
    if (look.locale !== 'sw') {
      await expect.soft(page, at).toHaveTitle(titleOf(page.url()), { timeout: 5000 })
      expect.soft(shown, at).toMatch(heading ?? /^(?!There is no such page|Something went wrong)./)
    }
    if (look.withAxe || everything) await expectNoViolations(page, at)
    if (look.thenLarge) await expectRoom(page, at)
    if (look.thenWide) await expectWide(page, { as, at }, look)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  expect(faults).toEqual([])
}

async function openDirectly(page: Page, at: string): Promise<void> {
  const reply = await page.goto(at, { waitUntil: 'domcontentloaded' })
  const policy = reply?.headers()['content-security-policy'] ?? ''
  expect.soft(policy, at).toMatch(/^(?!.*script-src [^;]*'unsafe-inline').*frame-ancestors 'none'/)
}

/** Fails unless the current page has its language, theme and one heading, and nothing too wide, cut off or broken. Returns the heading. */
async function expectWhole(page: Page, scene: Pick<Scene, 'as' | 'at'>, look: Look): Promise<string> {
  const { heading, broken, ...looks } = await looksOf(page)
  expect.soft({ ...scene, ...looks }).toEqual({
    ...{ ...scene, lang: look.locale ?? 'en', theme: 'dark', headings: 1, over: [], clipped: [], foreign: [] },
  })
  // Text twice as large may break a long name, or reach over the edge of its button.
  if (look.textPercent !== 200) expect.soft({ ...scene, broken }).toEqual({ ...scene, broken: [] })
  return heading
}

const desktop = { width: 1280, height: 800 }

/** Fails unless the current page is whole on a desktop too. */
async function expectWide(page: Page, { as, at }: Pick<Scene, 'as' | 'at'>, look: Look): Promise<void> {
  const size = page.viewportSize() ?? desktop
  await page.setViewportSize(desktop)
  await waitUntilSettled(page)
  await expectWhole(page, { as: `${as}, widened`, at }, look)
  await page.setViewportSize(size)
}

/** The language and theme of a page, its headings, by how much it is wider than the window and the elements beyond it, and its clipped texts. */
const looksOf = (page: Page) =>
  page.evaluate((width) => {
    const ruler = document.createElement('canvas').getContext('2d')
    const widthOf = (text: string, font: string): number => {
      if (ruler) ruler.font = font
      return ruler?.measureText(text).width ?? 0
    }
    const arrow = 18
    const isOver = (field: HTMLInputElement | HTMLSelectElement): boolean => {
      const { paddingLeft, paddingRight, font } = getComputedStyle(field)
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      if (field instanceof HTMLSelectElement)
        return widthOf(field.selectedOptions[0]?.text ?? '', font) > room - arrow + 1
      return field.value === ''
        ? widthOf(field.placeholder, getComputedStyle(field, '::placeholder').font) > room + 1
        : widthOf(field.value, font) > room + 1 ||
            Number.parseFloat(getComputedStyle(field).fontSize) > field.clientHeight
    }
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('main :is(input, select)')]
    const cut = fields.filter(
      (field) =>
        field.checkVisibility({ opacityProperty: true }) &&
        !/range|checkbox|radio|file|date/.test(field.type) &&
        isOver(field),
    )
    const names = [...document.querySelectorAll('main tbody th')].filter(
      (name) => name.scrollWidth > name.clientWidth + 1,
    )
    const range = document.createRange()
    // What an element cuts off, with dots or for screen readers alone, does not reach beyond it; a chip on the lines of a table is not inside its button.
    const spilled = [...document.querySelectorAll('main button')].filter((button) => {
      if (!button.checkVisibility({ opacityProperty: true }) || button.querySelector('.unseen')) return false
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      const { left, right } = button.getBoundingClientRect()
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        range.selectNodeContents(node)
        const { parentElement: parent } = node
        const isCut = parent && getComputedStyle(parent).overflowX !== 'visible'
        const text = (isCut ? parent : range).getBoundingClientRect()
        if (text.width > 0 && (text.left < left - 1 || text.right > right + 1)) return true
      }
      return false
    })
    // A name of one word that takes two lines is broken in the middle.
    const words = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      if (!node.parentElement?.checkVisibility({ opacityProperty: true })) continue
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\p{L}{3,}/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
        if (lines.some(({ top }) => top >= (lines[0]?.bottom ?? 0) - 1)) broken.push(word)
      }
    }
    // A control does not inherit the font of the page by itself.
    const usual = getComputedStyle(document.body).fontFamily
    const foreign = [...document.querySelectorAll('#root :is(button, input, select, textarea)')].filter((control) => {
      const { fontFamily } = getComputedStyle(control)
      const isShown = control.checkVisibility({ opacityProperty: true }) && control.textContent?.trim()
      return isShown && fontFamily !== usual && !fontFamily.includes('monospace')
    })
    // Nor a box that the browser draws the colours: in the dark theme it fills an empty one with grey.
    const drawn = fields.filter(
      (field) => /checkbox|radio/.test(field.type) && getComputedStyle(field).appearance !== 'none',
    )
    const root = document.documentElement
    const textOf = ({ tagName, textContent }: Element) => `${tagName} ${textContent?.trim().slice(0, 60)}`
    const beyond = [...document.querySelectorAll('main *')]
      .filter(
        (element) => element.getBoundingClientRect().right > width && !element.closest('[data-after], [data-before]'),
      )
      .slice(-5)
    const headings = [...document.querySelectorAll('main h1')]
    return {
      ...{ lang: root.lang, theme: root.dataset['theme'] },
      ...{ heading: headings[0]?.textContent ?? '', headings: headings.length },
      over: root.scrollWidth <= width ? [] : [`${root.scrollWidth - width} px`, ...beyond.map(textOf)],
      foreign: [...foreign.map(textOf), ...drawn.map(({ type }) => type)],
      broken: [...broken, ...spilled.map(textOf)],
      clipped: [
        ...cut.map((field) =>
          field instanceof HTMLSelectElement
            ? `${field.selectedOptions[0]?.text}`
            : `${field.value || field.placeholder}`,
        ),
        ...names.map((name) => name.textContent ?? ''),
      ],
    }
  }, page.viewportSize()?.width ?? 0)

/** Fails if the current page is wider than the window or cuts something off with text twice as large. */
async function expectRoom(page: Page, at: string): Promise<void> {
  const setSize = (size: string) => page.evaluate((text) => (document.documentElement.style.fontSize = text), size)
  await setSize('200%')
  await waitUntilSettled(page)
  const { over, clipped } = await looksOf(page)
  expect.soft({ over, clipped }, `${at}, text twice as large`).toEqual({ over: [], clipped: [] })
  await setSize('')
}

/** Fails on violations of the current page: all rules in the dark theme, and in the long run colours in the light theme too. */
async function expectNoViolations(page: Page, at: string): Promise<void> {
  expect.soft(await violationsOf(page), `${at}, dark theme`).toEqual([])
  if (!everything) return
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
  expect.soft(await violationsOf(page, ['color-contrast']), `${at}, light theme`).toEqual([])
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
}
