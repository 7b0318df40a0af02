import { startApp } from './app.ts'
import { makePool } from './pool.ts'

/** Global set-up: starts the real app on its own port and data folder, and signs up its bettors. Returns its teardown. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env['NARE_URL']) return async () => {}
  const app = await startApp()
  process.env['NARE_URL'] = app.url
  const removePool = await makePool(app.url)
  return async () => {
    await removePool()
    await app.stop()
  }
}
