import { startApp } from './app.ts'

/** Global set-up: starts the real app on its own port and data folder. Returns its teardown. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env['NARE_URL']) return async () => {}
  const app = await startApp()
  process.env['NARE_URL'] = app.url
  return () => app.stop()
}
