import { sandbox } from '@nare/contract/sandbox'
import type { Page } from '@playwright/test'
import { ask, fund, type Bettor } from './support/api.ts'
import { expectNothingSerious, logIn } from './support/console.ts'
import { test } from './support/house.ts'
import { decideProposal, fill, outcomeAs, personAt, searchFor, task } from './support/tasks.ts'
import { expect } from './support/test.ts'

const waits = /Waits for a second person. Proposal PR-/

/** Opens a bettor by the whole number, from everywhere; returns the id. */
async function open(page: Page, { msisdn, user }: Bettor): Promise<string> {
  await searchFor(page, `0${msisdn.slice(3)}`, 'Bettor')
  await expect(page.getByRole('heading', { level: 1, name: user.name })).toBeVisible()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Proposes a correction on the page of a bettor. */
async function correct(page: Page, amount: string): Promise<void> {
  await page.keyboard.press('b')
  await fill(page, { Amount: amount }, 'deposit counted twice')
}

test(
  'a proposal is taken back, refused, found changed, or expires, and nobody confirms their own; the screen says each in its words',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded }) => {
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const dalili = await at('dalili', '/')
    const farida = await at('farida', '/house/proposals')
    const id = await open(dalili, funded)
    const about = `Bettor ${id}`
    const decided = farida.getByRole('grid', { name: 'Decided proposals' }).getByRole('row', { name: about })
    const form = dalili.getByRole('complementary').getByRole('form')

    await task(dalili, 'propose a correction and take it back', async () => {
      await correct(dalili, '500')
      await outcomeAs(dalili, request, { name: 'dalili', outcome: waits })
      await dalili.keyboard.press('Escape')
      await expect(dalili.getByRole('region', { name: 'Waits for a second person' })).toContainText('500')
      await dalili.keyboard.press('w')
      await fill(dalili, {}, 'wrong bettor')
      await expect(dalili.getByRole('region', { name: 'Waits for a second person' })).toHaveCount(0)
    })
    await expect(decided).toContainText('Taken back')
    await dalili.keyboard.press('Escape')

    await correct(dalili, '600')
    await outcomeAs(dalili, request, { name: 'dalili', outcome: waits })
    await dalili.keyboard.press('Escape')
    await task(dalili, 'try to confirm the own proposal', async () => {
      // The own proposal has no key and no button to confirm it, and the same call again says who must.
      await dalili.keyboard.press('a')
      await expect(form).toHaveCount(0)
      await correct(dalili, '600')
      await expect(dalili.getByText(/A second operator confirms this: you have proposed it/)).toBeVisible()
      await dalili.keyboard.press('Escape')
      await correct(dalili, '650')
      await expect(dalili.getByText(/Something else waits for a second person here. Decide that first/)).toBeVisible()
      await expect(dalili.getByText(/It is on this page or under Proposals/)).toBeVisible()
    })
    await dalili.goto('/console/house/proposals')
    const own = dalili.getByRole('article').filter({ hasText: about })
    await expect(own).toContainText('Yours. Another person must confirm.')
    await expect(own.getByRole('button')).toHaveText([/Take back/])
    await expect(own.getByRole('link', { name: about })).toHaveAttribute('href', `/console/bettors/${id}`)
    await expectNothingSerious(dalili)

    await task(farida, 'refuse a proposal', async () => {
      await decideProposal(farida, request, { name: 'farida', about, key: 'r', outcome: /Done\./ })
    })
    await expect(decided.filter({ hasText: 'Refused' })).toHaveCount(1)
    await farida.keyboard.press('Escape')

    await open(dalili, funded)
    await correct(dalili, '700')
    await outcomeAs(dalili, request, { name: 'dalili', outcome: waits })
    await expect(farida.getByRole('article').filter({ hasText: about })).toBeVisible()
    await fund(request, funded.msisdn, '50.00')
    await task(farida, 'confirm what has changed meanwhile', async () => {
      const outcome = /What this was decided on has changed since. Look at it again/
      await decideProposal(farida, request, { name: 'farida', about, key: 'a', outcome })
    })
    await expectNothingSerious(farida)
    await farida.keyboard.press('Escape')
    await expect(decided.filter({ hasText: 'Failed' })).toHaveCount(1)

    await dalili.keyboard.press('Escape')
    await correct(dalili, '800')
    await outcomeAs(dalili, request, { name: 'dalili', outcome: waits })
    await ask(request, sandbox.clock, { advance_s: 24 * 3600 + 60 })
    await ask(request, sandbox.quiet, {})
    // A day later everybody logs in anew.
    await farida.goto('/console/house/proposals')
    await logIn(farida, request, 'farida')
    await expect(decided.filter({ hasText: 'Expired' })).toHaveCount(1)
    await expect(farida.getByText('Nothing waits.')).toBeVisible()
    for (const page of [dalili, farida]) await page.context().close()
  },
)
