import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

const src = '<rootDir>/src'
const winTaxFact = `${src}/slip/win-tax-fact.tsx`

/** Screens and parts that the front page does not show: their texts load with them. */
const later = {
  catalog: [
    ...['find', 'front', 'popular'].map((part) => `${src}/features/catalog/${part}`),
    `${src}/features/catalog/no-matches.tsx`,
  ],
  wide: [`${src}/features/catalog/wide`, `${src}/frame/{left-nav-lists,followed-links}.tsx`],
  live: [`${src}/features/catalog/live/*.{ts,tsx}`, `${src}/features/catalog/build/entry.tsx`],
  build: [
    `${src}/features/catalog/build/{addition,additions,builder,builder-foot,builder-picks}.tsx`,
    `${src}/features/catalog/build/clash-text.ts`,
    `${src}/features/betting/build-place.tsx`,
  ],
  insight: [`${src}/features/catalog/insight`],
  betting: [
    `${src}/features/betting/{my-bets,bet-card,bet-head,bet-leg,bet-foot,bet-actions,edit-links,code-page,game-ticket,game-sessions}.tsx`,
    `${src}/features/betting/open-bets`,
    `${src}/features/betting/won`,
  ],
  cashout: [...['cash-out', 'edit'].map((part) => `${src}/features/betting/${part}`), winTaxFact],
  referred: [`${src}/features/betting/referred`],
  slip: [
    `${src}/features/betting/{accept-choice,booking-code,boost-note,idle-slip,load-code,receipt,share-slip}.tsx`,
    `${src}/features/betting/{slip,foot-notice,slip-bar,slip-button,slip-foot,slip-leg,slip-speaker,slip-tools}.tsx`,
    `${src}/features/betting/system-choice.tsx`,
    `${src}/slip`,
    `${src}/play/match-score.tsx`,
  ],
  match: [`${src}/features/catalog/{match,match-clock,match-head,match-market}.tsx`],
  device: [
    `${src}/preferences/{preferences,keys}.tsx`,
    `${src}/pwa/install-card.tsx`,
    `${src}/frame/{account-menu,break-banner}.tsx`,
  ],
  content: [`${src}/features/content`, `${src}/pages/message-pages.tsx`],
  titles: [`${src}/pages/titles.ts`, `${src}/frame/foot-links.tsx`],
  forms: [
    `${src}/forms`,
    `${src}/i18n/failure-text.ts`,
    `${src}/play/{game-names.ts,product-text.ts,match-score.tsx,net-text.tsx,totals.tsx}`,
  ],
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
  ...['account', 'boards', 'casino', 'complaints', 'crash', 'games', 'identity', 'jackpot', 'league', 'payments'],
  ...['fantasy', 'print', 'protection', 'rewards'],
]

/** The features with a bet button or a whole slip of their own: the texts that these share are in the catalogue of each. */
const betButton = [`${src}/slip/use-bet-action.ts`]
const pool = [...betButton, `${src}/slip/{bar,foot,receipt,slip,win-tax-fact}.tsx`]
const sound = [`${src}/play/sound-button.tsx`]
const barTools = [...sound, `${src}/play/bar-tools.tsx`]
const shared: Readonly<Record<string, readonly string[]>> = {
  crash: [...betButton, ...barTools, winTaxFact],
  games: [...betButton, ...barTools, winTaxFact],
  jackpot: pool,
  league: [...pool, ...sound, `${src}/slip/{stake.tsx,clear-slip.ts,bet-name.tsx}`],
}
const sourcesOf = (name: string): string[] => [`${src}/features/${name}`, ...(shared[name] ?? [])]

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
