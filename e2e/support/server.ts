import { startApp } from './app.ts'

/** What runs once before all tests: the real app, on a port and a data folder of its own. Returns what ends it. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env['NARE_URL']) return async () => {}
  const app = await startApp()
  process.env['NARE_URL'] = app.url
  return () => app.stop()
}
