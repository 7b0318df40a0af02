import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

const src = '<rootDir>/src'

/** Parts beyond the front page and the slip as it opens: their texts are in the catalogue of the other screens. */
const far = [
  `${src}/preferences/preferences.tsx`,
  `${src}/i18n/failure-text.ts`,
  `${src}/pwa/install-card.tsx`,
  `${src}/features/catalog/{search,followed-live}.tsx`,
  `${src}/features/betting/{my-bets,bet-card,code-page}.tsx`,
]

/** Texts of the front page and the slip; those of all other screens are loaded with the first of these screens. */
const front = [
  `${src}/app.tsx`,
  ...['frame', 'i18n', 'loading', 'notices', 'odds', 'pages', 'paging', 'preferences', 'pwa'].map(
    (room) => `${src}/${room}`,
  ),
  `${src}/features/catalog/!(search|followed-live).{ts,tsx}`,
  `${src}/features/betting/!(my-bets|bet-card|code-page).{ts,tsx}`,
]

/** Texts of the login alone: it does not wait for the catalogue of all other screens, which contains them too. */
const entry = [
  `${src}/features/identity/{login,password-field}.tsx`,
  `${src}/forms/*.{ts,tsx}`,
  `${src}/i18n/failure-text.ts`,
]

export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['en', 'sw'],
  fallbackLocales: { default: 'en' },
  format: formatter({ lineNumbers: false, origins: false }),
  catalogs: [
    { path: `${src}/locales/front/{locale}`, include: front, exclude: far },
    { path: `${src}/locales/entry/{locale}`, include: entry },
    {
      path: `${src}/locales/rest/{locale}`,
      include: [`${src}/features`, `${src}/forms`, ...far],
      exclude: front.filter((path) => path.includes('/features/')),
    },
  ],
})
