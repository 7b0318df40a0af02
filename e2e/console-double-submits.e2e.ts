import { randomUUID } from 'node:crypto'
import { seal } from '@nare/client/envelope'
import { payments } from '@nare/contract/payments'
import { sandbox } from '@nare/contract/sandbox'
import type { APIRequestContext, ElementHandle, Locator, Page } from '@playwright/test'
import { ask, fund, newMsisdn, type Bettor } from './support/api.ts'
import { test } from './support/house.ts'
import { outcomeAs, personAt } from './support/tasks.ts'
import { expect } from './support/test.ts'

const waits = /Waits for a second person. Proposal PR-/

/** How impatient people send a form whose reason is typed. */
const ways: Readonly<Record<string, (page: Page, form: Locator) => Promise<void>>> = {
  'Enter twice': async (page) => {
    await page.getByRole('textbox', { name: 'Reason', exact: true }).focus()
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')])
  },
  'a double click': (_page, form) => form.locator('button[type=submit]').dblclick(),
}

/** Submits the form in every task until it has gone or some time has passed, so that also the moment between answer and screen is met. */
const hammer = (form: ElementHandle): Promise<void> =>
  form.evaluate(async (element) => {
    if (!(element instanceof HTMLFormElement)) return
    const endsAt = performance.now() + 1_500
    while (element.isConnected && performance.now() < endsAt) {
      element.requestSubmit()
      await new Promise((later) => setTimeout(later))
    }
  })

/** The answers, but those that ask for a code first, of commands to a path from now on. */
function answersTo(page: Page, path: RegExp): number[] {
  const answers: number[] = []
  page.on('response', (response) => {
    const isCommand = response.request().method() === 'POST' && path.test(new URL(response.url()).pathname)
    if (isCommand && response.status() !== 403) answers.push(response.status())
  })
  return answers
}

type Asked = {
  readonly path: RegExp
  readonly outcome: RegExp
  /** The fields beside the reason. */
  readonly fields?: Readonly<Record<string, string>>
}

for (const [name, send] of Object.entries(ways))
  test(
    `${name} in a form of the console does one thing`,
    { tag: ['@desktop', '@long'] },
    async ({ browser, request, house, bettor, funded }) => {
      const asha = await personAt({ browser, request }, { url: house.app.url, name: 'asha', path: '/' })
      const sendOnce = async ({ path, outcome, fields = {} }: Asked): Promise<void> => {
        const form = asha.getByRole('form')
        for (const [label, text] of Object.entries(fields))
          await form.getByRole('textbox', { name: label, exact: true }).fill(text)
        const look = form.getByRole('button', { name: 'See what will happen', exact: true })
        if ((await look.count()) > 0) {
          await look.click()
          await expect(form.getByRole('region', { name: 'What will happen' }).getByRole('paragraph')).not.toBeEmpty()
        }
        await form.getByRole('textbox', { name: 'Reason', exact: true }).fill('asked by phone')
        const answers = answersTo(asha, path)
        // The element itself: a form that is done may have gone before it is found again.
        const element = await form.elementHandle({ timeout: 15_000 })
        if (!element) throw new Error('no form')
        await send(asha, form)
        await hammer(element)
        await outcomeAs(asha, request, { name: 'asha', outcome })
        await hammer(element)
        expect([path.source, answers.length]).toEqual([path.source, 1])
        await asha.keyboard.press('Escape')
      }
      const openBettor = async (one: Bettor): Promise<string> => {
        const id = await idOf(asha, one)
        await asha.goto(`/console/bettors/${id}`)
        await expect(asha.getByRole('heading', { level: 1, name: one.user.name })).toBeVisible()
        return id
      }
      const act = async (key: string, asked: Asked): Promise<void> => {
        await asha.keyboard.press(key)
        await sendOnce(asked)
      }

      const id = await openBettor(bettor)
      await act('n', { path: /\/notes$/, outcome: /The note is kept/, fields: { Note: 'Calls again' } })
      await act('m', { path: /\/message$/, outcome: /The SMS is on its way/, fields: { Message: 'Please ring us' } })
      await act('b', { path: /\/correct$/, outcome: waits, fields: { Amount: '500' } })
      await act('l', { path: /\/lock$/, outcome: /Locked\./ })
      await expect.poll(() => linesOf(asha, id)).toEqual(['message Please ring us', 'note Calls again'])
      const { sms } = await ask(request, sandbox.phone, { msisdn: bettor.msisdn })
      expect(sms.filter(({ text }) => text === 'Please ring us')).toHaveLength(1)

      const other = await openBettor(funded)
      await act('u', { path: /\/bonus$/, outcome: waits, fields: { Amount: '50' } })

      await fund(request, funded.msisdn, '40000.00')
      await withdraw(request, funded, '25000')
      await asha.goto(`/console/payments/withdrawals?q=0${funded.msisdn.slice(3)}`)
      await asha.getByRole('grid', { name: 'Withdrawals' }).getByRole('row', { name: funded.user.name }).click()
      await asha.keyboard.press(name === 'Enter twice' ? 'a' : 'r')
      const decided = /Approved, sent soon|Paid, approved by asha|Refused by asha|Done\./
      await sendOnce({ path: /\/decide$/, outcome: decided })

      const { receipt } = await ask(request, sandbox.payBill, {
        ...{ msisdn: newMsisdn(), account: 'BARUA', amount: '26000', unasked: true },
      })
      await asha.goto(`/console/payments/unmatched?q=${receipt}`)
      await asha.getByRole('row', { name: new RegExp(receipt) }).click()
      const panel = asha.getByRole('complementary', { name: 'Unmatched' })
      await expect(panel).toBeVisible()
      if ((await panel.getByRole('form').count()) === 0) await asha.keyboard.press('a')
      await sendOnce({ path: /\/assign$/, outcome: waits, fields: { Bettor: other } })
      await asha.context().close()
    },
  )

/** The id of a bettor, by the whole number. */
async function idOf(page: Page, { msisdn }: Bettor): Promise<string> {
  const found = (await read(page, `/v1/operator/bettors?q=0${msisdn.slice(3)}`)) as { data: { bettor_id: string }[] }
  return found.data[0]?.bettor_id ?? ''
}

/** The notes and messages of a bettor, newest first. */
async function linesOf(page: Page, id: string): Promise<string[]> {
  const lines = await read(page, `/v1/operator/bettors/${id}/timeline?kinds=note,message`)
  return (lines as { data: { kind: string; text: string }[] }).data.map(({ kind, text }) => `${kind} ${text}`)
}

/** A read as the console makes it: only its own pages may use its cookie. */
const read = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(async (url) => (await fetch(url)).json() as Promise<unknown>, path)

async function withdraw(request: APIRequestContext, { user, token }: Bettor, amount: string): Promise<void> {
  const { now } = await ask(request, sandbox.clock, { advance_s: 0 })
  const sealed = await seal({ id: randomUUID(), amount }, user.signing_key, Math.floor(Date.parse(now) / 1000))
  const headers = { authorization: `Bearer ${token}` }
  expect((await request.post(payments.withdraw.path, { headers, data: { token: sealed } })).ok()).toBe(true)
}
