import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

const src = '<rootDir>/src'

/** What is not on the front page or the slip as it opens: its texts come with the others, once one of them is opened. */
const far = [
  `${src}/preferences/preferences.tsx`,
  `${src}/i18n/failure-text.ts`,
  `${src}/pwa/install-card.tsx`,
  `${src}/features/catalog/{search,followed-live}.tsx`,
  `${src}/features/betting/{my-bets,bet-card,code-page}.tsx`,
]

/** What the front page and the slip say; the texts of all other screens come with the first of them. */
const front = [
  `${src}/app.tsx`,
  ...['frame', 'i18n', 'loading', 'notices', 'odds', 'pages', 'paging', 'preferences', 'pwa'].map(
    (room) => `${src}/${room}`,
  ),
  `${src}/features/catalog/!(search|followed-live).{ts,tsx}`,
  `${src}/features/betting/!(my-bets|bet-card|code-page).{ts,tsx}`,
]

/** What the login says, by itself: who comes to log in does not wait for the texts of all other screens, which have it too. */
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
