import { defineConfig } from 'vitest/config'

/** The tests about the source files, without the database of the other tests. */
export default defineConfig({ test: { include: ['tidy.test.ts'] } })
