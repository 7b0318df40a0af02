import { kyc } from '@nare/contract/kyc'
import { ask, signUp } from './support/api.ts'
import { picture } from './support/picture.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

test('documents are sent once and their state is shown; a file that is not an image is refused by its field', async ({
  page,
  request,
  bettor,
}) => {
  await enterAs(page, bettor)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Documents' }).click()
  await expect(page.getByRole('heading', { name: 'Identity check' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the documents' }).click()
  await expect(page.getByText('Please enter the number as shown on the document')).toBeVisible()
  await expect(page.getByLabel('Front of the document')).toHaveAttribute('aria-invalid', 'true')
  await expectNoSidewaysScroll(page)

  await page.getByLabel('Document number').fill('ABCDEFGH')
  await page.getByLabel('Name on the document').fill('Amani Otieno')
  const text = { name: 'id.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await page.getByLabel('Front of the document').setInputFiles(text)
  await page.getByRole('button', { name: 'Send the documents' }).click()
  await expect(page.getByText('Please choose a picture of the document')).toBeVisible()

  await page.getByLabel('Front of the document').setInputFiles(await picture(page, 2400))
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/v1/identity-check') && request.method() === 'POST',
  )
  await page.getByRole('button', { name: 'Send the documents' }).click()
  expect((await sent).postDataBuffer()?.byteLength).toBeLessThan(400_000)
  await expect(page.getByText("We're checking your documents.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the documents' })).toHaveCount(0)
  const { documents } = await ask(request, kyc.identityCheck, {}, bettor.token)
  expect(documents.map(({ kind }) => kind)).toEqual(['front'])
})

test('documents that were rejected can be sent again', { tag: '@long' }, async ({ page, bettor }) => {
  await enterAs(page, bettor)
  await page.goto('/profile?tab=documents')
  const number = (last: string) => `${bettor.msisdn.slice(4, 11)}${last}`
  await page.getByLabel('Document number').fill(number('9'))
  await page.getByLabel('Name on the document').fill('Amani Otieno')
  const front = await picture(page, 800)
  await page.getByLabel('Front of the document').setInputFiles(front)
  await page.getByRole('button', { name: 'Send the documents' }).click()
  await expect(page.getByRole('alert')).toContainText('could not be confirmed')
  await page.getByLabel('Document number').fill(number('8'))
  await page.getByRole('button', { name: 'Send the documents' }).click()
  await expect(page.getByText('Your identity is confirmed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the documents' })).toHaveCount(0)
})

test(
  'documents whose response was lost are sent again with the same id, also after an offline retry',
  { tag: '@long' },
  async ({ page, context, bettor }) => {
    await enterAs(page, bettor)
    await page.goto('/profile?tab=documents')
    await page.getByLabel('Document number').fill('ABCDEFGH')
    await page.getByLabel('Name on the document').fill('Amani Otieno')
    await page.getByLabel('Front of the document').setInputFiles(await picture(page, 100))
    const ids: unknown[] = []
    await page.route('**/v1/identity-check', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      ids.push(route.request().postDataJSON().id)
      return ids.length === 1 ? route.abort() : route.continue()
    })
    const send = page.getByRole('button', { name: 'Send the documents' })
    await send.click()
    await expect(page.getByText('No connection. Please try again')).toBeVisible()
    await context.setOffline(true)
    await send.click()
    await expect(page.getByText('No connection. Nothing was sent')).toBeVisible()
    await context.setOffline(false)
    await send.click()
    await expect(page.getByText("We're checking your documents.")).toBeVisible()
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  },
)

test(
  'a number that cannot be decided leads to documents; the name beside wins is shown only with consent',
  { tag: '@long' },
  async ({ page, request }) => {
    const unknown = await signUp(request, { name: 'Juma Unlisted' })
    await enterAs(page, unknown)
    await page.goto('/profile?tab=documents')
    await page.getByLabel('Document number').fill('ABCDEFGH')
    await page.getByRole('button', { name: 'Confirm my identity' }).click()
    await expect(page.getByRole('alert')).toContainText('Please send pictures')
    await expect(page.getByLabel('Front of the document')).toBeVisible()
    const consent = page.getByLabel('Show my name beside my wins')
    await expect(consent).not.toBeChecked()
    await consent.click()
    await expect.poll(async () => (await ask(request, kyc.nameShown, {}, unknown.token)).shown).toBe(true)
    await page.reload()
    await expect(consent).toBeChecked()
  },
)
