import { defineConfig } from 'vitest/config'

/** The rules about the sources alone, without the database that the other tests start. */
export default defineConfig({ test: { include: ['tidy.test.ts'] } })
