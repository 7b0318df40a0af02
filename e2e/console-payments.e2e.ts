import { randomUUID } from 'node:crypto'
import { kyc } from '@nare/contract/kyc'
import { ask, fund } from './support/api.ts'
import { confirmPerson, expectNothingSerious, logIn } from './support/console.ts'
import { withdraw } from './support/money.ts'
import { picture } from './support/picture.ts'
import { task } from './support/tasks.ts'
import { expect, test } from './support/test.ts'

test(
  'a clerk looks at the pictures of an identity and approves it, then finds a withdrawal and approves it by keyboard',
  { tag: '@desktop' },
  async ({ page, request, bettor }) => {
    const { user, token, msisdn } = bettor
    await page.goto('/console/payments/identity')
    await logIn(page, request, 'chebet')
    const letters = [...msisdn.slice(3)].map((digit) => 'ABCDEFGHIJ'.charAt(Number(digit))).join('')
    const front = (await picture(page, 600)).buffer.toString('base64')
    const document = { kind: 'national_id', number: letters, name: 'Somebody Else' } as const
    await ask(request, kyc.checkIdentity, { id: randomUUID(), ...document, front, selfie: front }, token)
    await page.reload()
    await page.getByRole('row', { name: user.name }).click()
    const panel = page.getByRole('complementary', { name: 'Identity' })
    await expect(panel).toContainText('The names differ')
    await expect(panel).toContainText('17 May 1990')
    const source = panel.getByRole('region', { name: 'Electronic source' })
    await expect(source).toContainText('Partial Match (1021)')
    await expect(source).toContainText('NameMatches in part')
    await task(page, 'approve an identity', async () => {
      await page.keyboard.press('p')
      await page.keyboard.type('to decide')
      await page.keyboard.press('Enter')
      await expect(panel.getByRole('img')).toHaveCount(2)
      await page.keyboard.press('a')
      await page.keyboard.type('card and face agree')
      await page.keyboard.press('Enter')
      await expect.poll(async () => (await ask(request, kyc.identityCheck, {}, token)).state).toBe('passed')
    })
    await expectNothingSerious(page)

    await fund(request, msisdn, '40000.00')
    await withdraw(request, bettor, '25000')
    await page.getByRole('link', { name: 'Withdrawals' }).press('Enter')
    await expect(page.getByRole('grid', { name: 'Withdrawals' })).toContainText(user.name)
    await page.keyboard.press('/')
    await page.keyboard.type(`0${msisdn.slice(3)}`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`[?&]q=0${msisdn.slice(3)}`))
    await expect(page.getByRole('grid', { name: 'Withdrawals' }).getByRole('row')).toHaveCount(2)
    await task(page, 'decide a withdrawal', async () => {
      await page.keyboard.press('j')
      await page.keyboard.press('a')
      await page.keyboard.type('played and identified')
      await page.keyboard.press('Enter')
      await confirmPerson(page, request, 'chebet')
      const decided = page.getByRole('complementary', { name: 'Withdrawal' })
      await expect(decided).toContainText('Approved bychebet')
      // A search shows withdrawals in every state.
      await expect(page.getByRole('grid', { name: 'Withdrawals' })).toContainText(/Approved, sent soon|Sent|Done/)
    })
  },
)
