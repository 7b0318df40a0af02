import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { areas } from '@nare/contract/all'
import { permissionsOf } from '@nare/contract/permissions'
import type { Route } from '@nare/contract/route'
import type { Page } from '@playwright/test'
import { expectNothingSerious } from './support/console.ts'
import { test } from './support/house.ts'
import { withdraw } from './support/money.ts'
import { fill, outcomeAs, personAt } from './support/tasks.ts'
import { expect } from './support/test.ts'

const calls = Object.values(areas).flatMap((area): Route[] => Object.values(area))
const ofOperators = calls.filter(({ auth }) => auth === 'operator')
/** About the own session, which everybody has. */
const own = ['/v1/operator/logout', '/v1/operator/confirm', '/v1/operator/me/account']

/** The status of a call with a reason and nothing else, as the console's page makes it. */
const statusOf = (page: Page, { method, path }: Pick<Route, 'method' | 'path'>): Promise<number> =>
  page.evaluate(
    async ([way, url]) => {
      const body =
        way === 'POST'
          ? { body: JSON.stringify({ reason: 'an attempt' }), headers: { 'content-type': 'application/json' } }
          : {}
      return (await fetch(url, { method: way, ...body })).status
    },
    [method, path.replaceAll(/:[a-z_]+/g, '1')] as const,
  )

test(
  'the auditor reads what every role reads, changes nothing, and the file of the audit log proves itself',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded }) => {
    test.setTimeout(300_000)
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const id = await withdraw(request, funded, '100')
    const dalili = await at('dalili', '/bettors')
    await dalili.getByRole('grid', { name: 'Bettors' }).getByRole('row', { name: funded.user.name }).dblclick()
    await expect(dalili.getByRole('heading', { level: 1, name: funded.user.name })).toBeVisible()
    await dalili.keyboard.press('n')
    await fill(dalili, { Note: 'asked for her limits' }, 'a call by phone')
    await outcomeAs(dalili, request, { name: 'dalili', outcome: /The note is kept\./ })

    const hawa = await at('hawa', '/')
    const rail = hawa.getByRole('navigation').first()
    for (const room of ['Trading', 'Bets', 'Bettors', 'Payments', 'Reports', 'House'])
      await expect(rail.getByRole('link', { name: room })).toBeVisible()
    await hawa.goto('/console/house')
    const pages = hawa.getByRole('navigation', { name: 'House' }).getByRole('link')
    await expect(pages.first()).toBeVisible()
    const addresses = await pages.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(addresses).toEqual(
      expect.arrayContaining(
        ['texts', 'banners', 'messages', 'protection', 'complaints', 'staff', 'audit'].map(
          (name) => `/console/house/${name}`,
        ),
      ),
    )
    for (const address of addresses) {
      await hawa.goto(address)
      await expect(hawa.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(hawa.getByText('Loading…')).toHaveCount(0)
      await expect(hawa.getByText(/may not|not allowed|Try again/)).toHaveCount(0)
      await expect(hawa.getByRole('button', { name: /^(Add a|Make now|Edit a|Take|Publish|Approve)\b/ })).toHaveCount(0)
    }
    await hawa.goto(`/console/payments/withdrawals?id=${id}&state=all`)
    await expect(hawa.getByRole('complementary', { name: 'Withdrawal' })).toContainText(funded.user.name)
    await expect(hawa.getByRole('complementary', { name: 'Withdrawal' }).getByRole('button')).toHaveCount(0)

    const may = permissionsOf(['auditor'])
    for (const call of ofOperators.filter(({ method }) => method === 'GET')) {
      const allowed = call.permission === undefined || may.has(call.permission)
      const status = await statusOf(hawa, call)
      expect.soft({ path: call.path, refused: status === 403 }).toEqual({ path: call.path, refused: !allowed })
    }
    const posts = ofOperators.filter(({ method, path }) => method === 'POST' && !own.includes(path))
    expect(posts.length).toBeGreaterThan(100)
    for (const call of posts) {
      const status = await statusOf(hawa, call)
      // A proposal that the auditor may not decide is answered like one that does not exist.
      const expected = call.path.includes('/proposals/') ? [403, 404] : [403]
      expect.soft({ path: call.path, status: expected.includes(status) }).toEqual({ path: call.path, status: true })
    }

    await hawa.goto('/console/house/audit')
    await expect(hawa.getByRole('grid', { name: 'Audit lines' })).toContainText('bettor.note')
    await expectNothingSerious(hawa)
    const folder = await mkdtemp(join(tmpdir(), 'nare-audit-'))
    const downloading = hawa.waitForEvent('download')
    await hawa.getByRole('link', { name: 'CSV', exact: true }).click()
    const file = join(folder, 'audit.csv')
    await (await downloading).saveAs(file)
    const { code, output } = await house.app.run('audit-verify.ts', file)
    expect(output).toMatch(/^ok {5}\d+ lines, \d+ outcomes\. The last line is [0-9a-f]{64}$/m)
    expect(code).toBe(0)
    await rm(folder, { recursive: true })
    for (const page of [dalili, hawa]) await page.context().close()
  },
)
