import { afterAll } from 'vitest'
import { testApp, type TestApp } from './app.ts'

/** The application that all tests of a file share. It is closed after the last of them, and after what the file itself does then. */
export async function sharedApp(...given: Parameters<typeof testApp>): Promise<TestApp> {
  const nare = await testApp(...given)
  afterAll(() => nare.close())
  return nare
}
