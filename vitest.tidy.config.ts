import { defineConfig } from 'vitest/config'

/** Tests about the source files: our rules, and the texts of the app in both languages. `npm run check` runs them, `npm test` does not. */
export const aboutSources = ['tidy.test.ts', 'apps/bettor/src/i18n/catalogues.test.ts']

export default defineConfig({ test: { include: aboutSources } })
