import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

const src = '<rootDir>/src'

/** Screens and parts that the front page does not show: their texts load with them. */
const later = {
  catalog: [`${src}/features/catalog/{search,big-match,promo-strip,when-row,order,competition,no-matches}.tsx`],
  live: [`${src}/features/catalog/live/*.{ts,tsx}`],
  betting: [`${src}/features/betting/{my-bets,bet-card,bet-leg,bet-actions,code-page,game-ticket}.tsx`],
  cashout: [`${src}/features/betting/cash-out`],
  slip: [
    `${src}/features/betting/{accept-choice,booking-code,boost-note,load-code,receipt,share-slip}.tsx`,
    `${src}/features/betting/{slip,slip-bar,slip-button,slip-foot,slip-leg,slip-speaker,slip-tools}.tsx`,
    `${src}/features/betting/{stake.tsx,system-choice.tsx,clear-slip.ts}`,
    `${src}/slip`,
    `${src}/play/match-score.tsx`,
  ],
  match: [`${src}/features/catalog/{match,match-clock,match-head,match-market,ended-match}.tsx`],
  device: [`${src}/preferences/preferences.tsx`, `${src}/pwa/install-card.tsx`, `${src}/frame/account-menu.tsx`],
  content: [`${src}/features/content`, `${src}/pages/message-pages.tsx`],
  titles: [`${src}/pages/titles.ts`],
  forms: [`${src}/forms`, `${src}/i18n/failure-text.ts`, `${src}/play/{game-names.ts,product-text.ts,match-score.tsx}`],
}

/** The texts of the front page, which every visit loads. */
const front = {
  include: [
    `${src}/app.tsx`,
    ...['frame', 'i18n', 'loading', 'notices', 'odds', 'pages', 'paging', 'preferences', 'pwa'].map(
      (room) => `${src}/${room}`,
    ),
    `${src}/features/catalog`,
    `${src}/features/betting`,
  ],
  exclude: Object.values(later).flat(),
}

/** Features whose screens all load their texts with them. */
const features = [
  ...['account', 'boards', 'casino', 'crash', 'games', 'identity', 'jackpot', 'league', 'payments'],
  ...['fantasy', 'print', 'protection', 'rewards'],
]

/** The features with a bet button: the texts that all these buttons share are in the catalogue of each. */
const withBetButton: ReadonlySet<string> = new Set(['crash', 'games', 'jackpot', 'league'])
const sourcesOf = (name: string): string[] => [
  `${src}/features/${name}`,
  ...(withBetButton.has(name) ? [`${src}/slip/use-bet-action.ts`] : []),
]

/**
 * The catalogues; src/i18n/catalogues.ts names them too. Most features have one. The texts of `catalog` and `betting` are in four each,
 * so that the front page loads only those that it shows. `device` and `forms` serve several features.
 */
const catalogues = {
  front,
  ...Object.fromEntries(Object.entries(later).map(([name, include]) => [name, { include }])),
  ...Object.fromEntries(features.map((name) => [name, { include: sourcesOf(name) }])),
}

export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['en', 'sw'],
  fallbackLocales: { default: 'en' },
  format: formatter({ lineNumbers: false, origins: false }),
  catalogs: Object.entries(catalogues).map(([name, files]) => ({ path: `${src}/locales/${name}/{locale}`, ...files })),
})
