import { defineConfig } from 'vitest/config'

/** The conformance tests of the bettor's browser, sentence by sentence, without the database of the other tests. */
export default defineConfig({ test: { include: ['apps/bettor/conformance/**/*.test.ts'] } })
