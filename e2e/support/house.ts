import { request as requests, type APIRequestContext } from '@playwright/test'
import { fund, signUp, type Bettor } from './api.ts'
import { startApp, type App } from './app.ts'
import { test as base } from './test.ts'

type House = { readonly app: App }

/**
 * Playwright's `test` against an app of its own, whose clock, faults and payments no other journey shares. Its `bettor` and `funded` are new
 * ones of that app.
 */
export const test = base.extend<object, { house: House }>({
  house: [
    async ({}, use) => {
      const app = await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off' })
      await use({ app })
      await app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ house }, use) => use(house.app.url),
  bettor: async ({ house }, use) => use(await withApi(house, (api) => signUp(api))),
  funded: async ({ house }, use) => use(await withApi(house, fundedBettor)),
})

async function withApi<T>({ app }: House, work: (api: APIRequestContext) => Promise<T>): Promise<T> {
  const api = await requests.newContext({ baseURL: app.url })
  try {
    return await work(api)
  } finally {
    await api.dispose()
  }
}

async function fundedBettor(api: APIRequestContext): Promise<Bettor> {
  const bettor = await signUp(api)
  await fund(api, bettor.msisdn, '1000.00')
  return bettor
}
