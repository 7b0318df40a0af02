import { foundKinds, type FoundKind } from '@nare/contract/console-search'
import { queueNames } from '@nare/contract/console-today'
import { permissionsOf, roles, type Role } from '@nare/contract/permissions'
import { isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { router } from './routes.tsx'
import { pageAt } from './parts/use-pages.ts'
import { pageOfQueue } from './features/today/queues.ts'

/** Every path with which the server's search answers, by its kind, and where it leads; null has no page yet. */
const paths: Readonly<Record<FoundKind, Readonly<Record<string, string | null>>>> = {
  bettor: { '/bettors/8': '/bettors/$id' },
  ticket: { '/bets/8': '/bets/$id' },
  deposit: { '/payments/deposits/8': '/payments/deposits q=8 id=8' },
  withdrawal: { '/payments/withdrawals/8': '/payments/withdrawals id=8' },
  receipt: {
    '/payments/deposits/8': '/payments/deposits q=8 id=8',
    '/payments/withdrawals/8': '/payments/withdrawals id=8',
    '/payments/unmatched/mpesa-SJD-0.1': '/payments/unmatched q=SJD-0.1 id=mpesa-SJD-0.1',
  },
  match: { '/trading/matches/8': '/trading/matches/$id' },
  round: { '/house/rounds/league/8': null, '/house/rounds/crash/8': null, '/house/rounds/casino/8': null },
  code: { '/bets/codes/ABC123': '/bets/codes code=ABC123' },
}

/** The page of an address, after the redirect that it makes. */
function pageOf(path: string): string | null {
  const page = pageAt(router, path)
  if (!page) return null
  const { route, params } = page
  try {
    route.options.beforeLoad?.({ params } as never)
  } catch (fault) {
    if (!isRedirect(fault)) throw fault
    const search = Object.entries(fault.options.search ?? {}).map(([name, value]) => ` ${name}=${value}`)
    return `${fault.options.to}${search.join('')}`
  }
  return route.fullPath
}

test.each(foundKinds)('what the search finds of kind %s opens, or has no page', (kind) => {
  expect(Object.fromEntries(Object.keys(paths[kind]).map((path) => [path, pageOf(path)]))).toEqual(paths[kind])
})

test('each queue of Today opens a page, for those who may open it', () => {
  for (const name of queueNames) {
    const page = pageOfQueue(name, () => true)?.split('?')[0]
    expect(page).toBeDefined()
    expect(pageOf(page ?? '')).toBe(page)
  }
  const marketing = permissionsOf(['marketing'])
  const pageFor = (name: (typeof queueNames)[number]) => pageOfQueue(name, (one) => marketing.has(one))
  expect([pageFor('findings'), pageFor('withdrawals')]).toEqual([undefined, undefined])
  expect(pageFor('promotions')).toBe('/house/promotions?state=proposed')
  const pagesOf = (role: Role) => pageOfQueue('aml', (one) => permissionsOf([role]).has(one))
  expect(roles.filter((role) => pagesOf(role) !== undefined)).toEqual(['admin', 'protection', 'finance', 'auditor'])
})
