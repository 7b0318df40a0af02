import { request as requests, type APIRequestContext } from '@playwright/test'
import { fund, signUp, type Bettor } from './api.ts'
import { startApp, type App } from './app.ts'
import { test as base } from './test.ts'

type House = { readonly app: App }
type Houses = { file: string; app: App | undefined }

/**
 * Playwright's `test` against an app of its own, whose clock, faults, payments and matches no journey of another file shares. Its `bettor` and
 * `funded` are new ones of that app.
 */
export const test = base.extend<{ house: House }, { houses: Houses }>({
  houses: [
    async ({}, use) => {
      const houses: Houses = { file: '', app: undefined }
      await use(houses)
      await houses.app?.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  house: [
    async ({ houses }, use, { file }) => {
      if (houses.file !== file) {
        await houses.app?.stop()
        houses.app = undefined
        houses.file = file
      }
      houses.app ??= await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off' })
      await use({ app: houses.app })
    },
    { timeout: 120_000 },
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
