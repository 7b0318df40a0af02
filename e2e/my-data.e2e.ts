import { readFile } from 'node:fs/promises'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

test(
  'a bettor asks for everything that is kept and downloads it with the password',
  { tag: '@long' },
  async ({ page, funded }) => {
    await enterAs(page, funded)
    await page.goto('/profile?tab=security')
    const part = page.getByRole('region', { name: 'Your data' })
    await part.getByRole('button', { name: 'Ask for my data' }).click()
    await expect(part.getByText(/Your file is ready until/)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await part.getByRole('button', { name: 'Download my data' }).click()
    await expect(part.getByText('Enter your password')).toBeVisible()
    await part.getByLabel('Your password, to download the file').fill('not the password')
    await part.getByRole('button', { name: 'Download my data' }).click()
    await expect(part.getByText('This password is wrong')).toBeVisible()
    await part.getByLabel('Your password, to download the file').fill(funded.password)
    const downloading = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const file = await downloading
    expect(file.suggestedFilename()).toBe('nare-my-data.ndjson')
    const [index, ...lines] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n')
    expect(index).toContain('"units"')
    expect(lines.join('\n')).toContain(funded.msisdn)
    await part.getByRole('button', { name: 'Ask for my data' }).click()
    await expect(part.getByRole('alert')).toBeVisible()
  },
)
