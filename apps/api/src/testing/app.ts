import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { address, type Answer, type Route, type Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import { openApp, type App } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Country } from '#country/country'
import type { Bus } from '#platform/bus'
import { openLog, type Log } from '#platform/log'
import { turnsInMemory } from '#platform/turns'
import { callbackSecret } from './callback-secret.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { patientCashOut, patientOwner } from './patience.ts'
import { seedBettors, type SeededBettor } from './seed.ts'

export type Reply<R extends Route> = { readonly status: number; readonly body: Answer<R> & Record<string, unknown> }

export type TestApp = {
  readonly app: App
  readonly base: TestDatabase
  /** Makes a call through the whole server, as a client does. */
  call<R extends Route>(route: R, input: Sent<R>, token?: string): Promise<Reply<R>>
  /** Verified bettors with a session and money, KSh 100 each by default. */
  bettors(count: number, shillings?: number): Promise<SeededBettor[]>
  /** One such bettor. */
  bettor(shillings?: number): Promise<SeededBettor>
  /** A match of the sandbox's feed that kicks off in an hour. */
  match(given?: Partial<Sent<typeof sandbox.createMatch>>): Promise<string>
  close(): Promise<void>
}

type Options = {
  size?: number
  /** The database of another test application, which both then share; `close` leaves it open. */
  base?: TestDatabase
  /** Overrides of the country's rules. */
  country?: Partial<Country>
  /** Replaces the delay of live bets. */
  waitForLive?: (ms: number) => Promise<void>
  /** Records what is logged. */
  log?: Log
  /** Serves the pages of the built app. */
  pages?: boolean
  /** Connects several test applications, as processes on one database. */
  bus?: Bus
}

const noPages = new URL('no-pages', import.meta.url).pathname

/** The whole application on a separate database, with the sandbox on and no feed. Every response is checked against the contract. */
export async function testApp(
  env: Record<string, string> = {},
  { size = 6, base: shared, country = {}, waitForLive = async () => undefined, log, pages = false, bus }: Options = {},
): Promise<TestApp> {
  const base = shared ?? (await testDatabase({ size: 2 }))
  const config = readConfig({
    SANDBOX: 'on',
    FEED: 'none',
    LEAGUE: 'off',
    CRASH: 'off',
    ARCADE: 'off',
    ARGON2_MEMORY_KIB: '1024',
    DB_POOL: String(size),
    DB_MONEY_POOL: '4',
    BET_QUEUE_MS: '60000',
    WALLET_ANSWER_MS: '600000',
    CALLBACK_SECRET: callbackSecret,
    PAYOUT_UNDO_S: '0',
    // A folder of its own, which exists only once a file of a day is made.
    REGULATOR_DIR: join(tmpdir(), `nare-regulator-${base.connection.database}`),
    ...env,
  })
  const app = await openApp({
    config,
    connection: base.connection,
    log: log ?? openLog(process.env['TEST_LOG'] ?? 'fatal'),
    ...(bus && { bus }),
    checkAnswers: true,
    waitForLive,
    pauseLogins: async () => undefined,
    ownerTimes: patientOwner,
    turns: turnsInMemory({ waitMsMax: 600_000 }),
    country: { cashOut: patientCashOut, ...country },
    ...(!pages && { pages: { folder: noPages } }),
  })
  await app.app.ready()

  const bettors: TestApp['bettors'] = (count, shillings = 100) =>
    seedBettors(base.db, { count, cents: BigInt(shillings) * 100n, house: app.ledger.house('house:sandbox') })

  async function call<R extends Route>(route: R, input: Sent<R>, token?: string): Promise<Reply<R>> {
    const { url, rest } = address(route, input as Record<string, unknown>)
    const reply = await app.app.inject({
      method: route.method,
      url,
      headers: { accept: '*/*', ...(token && { authorization: `Bearer ${token}` }) },
      ...(route.method !== 'GET' && { payload: rest }),
    })
    return { status: reply.statusCode, body: reply.json() }
  }

  let matches = 0
  return {
    app,
    base,
    call,
    bettors,
    async bettor(shillings) {
      const [bettor] = await bettors(1, shillings)
      if (!bettor) throw new Error('no bettor was seeded')
      return bettor
    },
    async match(given = {}) {
      const created = await call(sandbox.createMatch, {
        sport_id: '79',
        competition_name: 'Test League',
        // Matches with the same sides are related and fit no slip together.
        home_team: matches++ === 0 ? 'Simba' : `Simba ${matches}`,
        away_team: 'Chui',
        start_time: new Date(app.clock.now() + 3_600_000).toISOString(),
        home_odd: '2.10',
        neutral_odd: '3.40',
        away_odd: '3.60',
        over: '1.90',
        under: '1.90',
        ...given,
      })
      if (created.status !== 201) throw new Error(`the match was not created: ${JSON.stringify(created.body)}`)
      return created.body.match_id
    },
    async close() {
      await app.close()
      if (!shared) await base.close()
    },
  }
}
