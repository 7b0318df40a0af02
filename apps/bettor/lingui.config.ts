import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** What the front page and the slip say; the texts of all other screens come with the first of them. */
const front = ['<rootDir>/src/shell', '<rootDir>/src/features/catalog', '<rootDir>/src/features/betting']

const far = ['<rootDir>/src/shell/preferences.tsx']

export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: ['en', 'sw'],
  fallbackLocales: { default: 'en' },
  format: formatter({ lineNumbers: false, origins: false }),
  catalogs: [
    { path: '<rootDir>/src/locales/front/{locale}', include: front, exclude: far },
    {
      path: '<rootDir>/src/locales/rest/{locale}',
      include: ['<rootDir>/src/features', '<rootDir>/src/forms', ...far],
      exclude: front.filter((folder) => folder.includes('/features/')),
    },
  ],
})
