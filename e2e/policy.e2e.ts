import { enterAs, expect, test } from './support/test.ts'

const pages = [
  '/',
  '/live',
  '/search',
  '/login',
  '/signup',
  '/index.html',
  '/deposit',
  '/my-bets',
  '/terms-and-conditions',
]

test('no page violates its content security policy, and its inline scripts run', async ({ page, funded }) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (/content.security.policy|refused to/i.test(message.text())) violations.push(`${page.url()} ${message.text()}`)
  })
  await page.addInitScript(() =>
    localStorage.setItem('bettor:theme', JSON.stringify({ value: 'light', created: 1, ttl: 9e12 })),
  )
  await enterAs(page, funded)
  for (const path of pages) {
    const reply = await page.goto(path)
    const policy = reply?.headers()['content-security-policy'] ?? ''
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(/script-src ([^;]*)/.exec(policy)?.[1], path).not.toContain('unsafe-inline')
    await expect(page.getByRole('main'), path).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.dataset['theme']), path).toBe('light')
  }
  expect(violations).toEqual([])
})

test('an injected script does not run', async ({ page }) => {
  await page.goto('/')
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.brought = true'
    document.body.append(script)
    return 'brought' in window
  })
  expect(ran).toBe(false)
})
