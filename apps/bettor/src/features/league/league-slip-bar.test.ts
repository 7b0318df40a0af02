import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { LeagueSlipBar } from './league-slip-bar.tsx'

// Without a build the macros are not compiled: they return their message in English.
vi.mock('@lingui/react/macro', () => ({
  useLingui: () => ({ i18n: {}, t: (parts: TemplateStringsArray) => parts.join('') }),
  Trans: ({ children }: { children: unknown }) => children,
  Plural: ({ value, one, other }: { value: number; one: string; other: string }) =>
    (value === 1 ? one : other).replace('#', String(value)),
}))
vi.mock('../../slip/bar.tsx', async (actual) => ({
  ...(await actual<typeof import('../../slip/bar.tsx')>()),
  SlipSheet: ({ bar }: { bar: (open: () => void) => unknown }) => bar(() => undefined),
}))
vi.mock('@lingui/core/macro', () => ({
  msg: ({ message }: { message: string }) => ({ id: message, message }),
  plural: () => '',
  t: () => '',
}))
const app = vi.hoisted(() => ({ taxes: [] as object[] }))
vi.mock('../../state/hooks.ts', () => ({
  useApp: (read: (state: object) => unknown) =>
    read({
      betting: {
        kiron_slip: [{ ucn: 'a', odd_value: '2.10' }],
        kiron_stake: '500',
        kiron: null,
        placements: { league: { stage: 'idle' } },
      },
      data: { app_config: { taxes: app.taxes } },
    }),
  useSend: () => () => undefined,
}))
vi.mock('../../slip/use-stake.ts', () => ({ useKeptStake: () => undefined }))

function barText(taxes: object[]): string {
  app.taxes = taxes
  return renderToStaticMarkup(createElement(LeagueSlipBar)).replaceAll(/<[^>]*>/g, '')
}

const rule = { from: '2025-07-01', kind: 'withholding', base: 'win' }

test("the bar of the league's slip shows what the tax on winnings of its day and product leaves of the payout", () => {
  expect(barText([])).toContain('KSh 500 → 1,050')
  // 15 % of 550.
  expect(barText([{ ...rule, percent: '15' }])).toContain('KSh 500 → 967.50')
  expect(
    barText([
      { ...rule, percent: '15' },
      { ...rule, percent: '10', product: 'league' },
    ]),
  ).toContain('→ 995')
  expect(barText([{ ...rule, percent: '15', product: 'sports' }])).toContain('→ 1,050')
  expect(barText([{ ...rule, percent: '15', from: '9999-01-01' }])).toContain('→ 1,050')
  expect(
    barText([
      { ...rule, percent: '15' },
      { ...rule, percent: '0', from: '2025-08-01' },
    ]),
  ).toContain('→ 1,050')
})
