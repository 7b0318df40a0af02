import { popular } from '@nare/contract/popular'
import { protection } from '@nare/contract/protection'
import { ask, createMatch, fund, placeBet, signUp, type Bettor, type Pick } from './support/api.ts'
import { startApp, type App } from './support/app.ts'
import { isWide } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

let app: App
test.beforeAll(async () => {
  test.setTimeout(120_000)
  app = await startApp()
})
test.afterAll(() => app.stop())
