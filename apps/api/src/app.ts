import { setTimeout as wait } from 'node:timers/promises'
import { areas } from '@nare/contract/all'
import { countryOf, refuseUncollectedTaxes, type Country } from '#country/country'
import { bettingRoutes } from '#modules/betting/routes'
import { serveBetsFile } from '#modules/betting/bets-file'
import { countedEvents, openBetting } from '#modules/betting/betting'
import { openCatalog } from '#modules/catalog/catalog'
import { startFeed, type StartedFeed } from '#modules/catalog/feeds/start'
import { catalogRoutes } from '#modules/catalog/routes'
import { contentRoutes } from '#modules/content/content'
import {
  manualCheck,
  mountSmsCallbacks,
  openAfricasTalking,
  openIdentity,
  openKyc,
  openMail,
  openSmsCallbacks,
} from '#modules/identity/identity'
import { identityRoutes, kycRoutes } from '#modules/identity/routes'
import { openLedger } from '#modules/ledger/ledger'
import { openStatement } from '#modules/ledger/statement'
import { ledgerRoutes, serveStatementFile } from '#modules/ledger/statement-routes'
import { openOperator, operatorTokens } from '#modules/operator/operator'
import { operatorRoutes } from '#modules/operator/routes'
import { openPayments, tokensInDatabase } from '#modules/payments/payments'
import { mountCallbacks, paymentsRoutes } from '#modules/payments/routes'
import { openProtection } from '#modules/protection/protection'
import { protectionRoutes } from '#modules/protection/routes'
import { addressList } from '#platform/address-list'
import { serveApp } from '#platform/app-files'
import { mount, type Mounting } from '#platform/calls'
import { offsetInDatabase, openClock } from '#platform/clock'
import { isReachable, openDb, type Connection } from '#platform/db'
import { openDeviceCookie } from '#platform/device-cookie'
import { envelopesInMemory } from '#platform/envelope'
import { addressOf, answerRefusal, openHttp } from '#platform/http'
import { settleWithin } from '#platform/timeout'
import { openLive } from '#platform/live'
import { liveStates } from '#platform/live-states'
import type { Log } from '#platform/log'
import { openMetrics } from '#platform/metrics'
import { oneAtATime } from '#platform/money-command'
import { openMoneyDb, withReadTimeout } from '#platform/money-db'
import { openOwners } from '#platform/owners'
import { openRetention } from '#platform/retention'
import { openApi } from '#platform/openapi'
import { countsInMemory, rememberOperators, rememberTokens, validTokensInMemory } from '#platform/request-limits'
import { openTimers } from '#platform/timers'
import { turnsInMemory } from '#platform/turns'
import type { Config } from './config.ts'
import { vaultOf } from './vault.ts'
import { callbackSecretOf, providersOf } from './paying.ts'
import { retentionPlan } from './retention-plan.ts'

const brand = { name: 'Nare', termsVersion: '2026-11-01' }
const appFolder = new URL('../../bettor/dist', import.meta.url).pathname
const contentFolder = new URL('../../../content', import.meta.url).pathname

export type App = Awaited<ReturnType<typeof openApp>>

export type AppDeps = {
  config: Config
  connection: Connection
  /** Straight to PostgreSQL, where `connection` uses a pooler. */
  direct?: Connection
  log: Log
  /** Checks every answer against the contract; tests only. */
  checkAnswers?: boolean
  /** Waits for the delay of live bets; tests replace it. */
  waitForLive?: (ms: number) => Promise<void>
  /** Overrides of the country's rules, for tests. */
  country?: Partial<Country>
}

/** Builds and connects all parts in order. Nothing listens until `listen`, and no background work runs until `start`. */
export async function openApp({
  config,
  connection,
  direct = connection,
  log,
  checkAnswers = false,
  waitForLive,
  country: overrides,
}: AppDeps) {
  const { db, pool } = openDb(connection, { size: config.poolSize, log })
  const { db: money, pool: moneyPool } = openMoneyDb(connection, { size: config.moneyPoolSize, log })
  const clock = await openClock(offsetInDatabase(db))
  const country: Country = { ...countryOf(config.country), ...overrides }
  refuseUncollectedTaxes(country, clock.date())
  const validTokens = validTokensInMemory()
  const app = await openHttp({ config, log, validTokens, counts: countsInMemory() })
  const metrics = openMetrics({ app, pools: { all: pool, money: moneyPool }, token: config.metricsToken })
  const timers = openTimers(log)
  const owners = openOwners({ connection: direct, log })
  const ledger = await openLedger({ db, currency: country.currency })
  const sandbox = config.sandbox ? (await import('#sandbox/sandbox')).openSandbox({ clock }) : undefined
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
  const identity = await openIdentity({
    db,
    connection,
    clock,
    log,
    ledger,
    country,
    publicUrl,
    sms: sandbox?.phone ?? openAfricasTalking({ ...config.sms, log }),
    mail: sandbox?.mailbox ?? openMail({ url: config.mail.smtpUrl, from: config.mail.from, log }),
    config,
    termsVersion: brand.termsVersion,
    limitsByAddress: config.limitsByAddress,
  })
  const authenticate = rememberTokens(validTokens, identity.authenticate)
  const live = await openLive({
    app,
    authenticate,
    onSessionsChanged: identity.onSessionsChanged,
  })
  ledger.answerLive(live)
  const catalog = openCatalog({ db, clock, live, log, country })
  const points = config.faultPoints ? sandbox?.betPoints : undefined
  const turns = turnsInMemory()
  const betting = await openBetting({
    db,
    money,
    turns,
    liveSessions: identity.liveSessions,
    queueMsMost: config.betQueueMs,
    clock,
    live,
    log,
    ledger: points?.ledger(ledger) ?? ledger,
    catalog,
    country,
    events: points?.events(countedEvents(metrics.count)) ?? countedEvents(metrics.count),
    wait: waitForLive ?? ((ms) => wait(ms)),
  })
  const check = sandbox ? (await import('#sandbox/identity-check')).sandboxCheck : manualCheck
  const kyc = openKyc({ db, log, check, vault: vaultOf(config) })
  const tokens = tokensInDatabase(db)
  const providers = providersOf({ config, twins: sandbox?.providers, clock, country, tokens })
  const payments = openPayments({
    db,
    money,
    clock,
    log,
    live,
    ledger,
    country,
    providers,
    publicUrl: () => config.publicUrl ?? addressOf(app) ?? publicUrl,
    bettorFacts: withReadTimeout(identity.bettorFacts),
    identityOf: kyc.identityStatus,
    bettorByMsisdn: identity.bettorByMsisdn,
    callbackSecret: callbackSecretOf(config),
    promptsDayMost: config.promptsDayMost,
    count: metrics.count,
    ...(sandbox && config.faultPoints && { faultPoint: sandbox.reached }),
  })
  metrics.gauge('nare_provider_faults', 'Open faults of our set-up at a payment provider', async () =>
    (await payments.operator.faults()).map(({ provider, part }) => ({ labels: { provider, part }, value: 1 })),
  )
  const protection = openProtection({
    db,
    clock,
    money,
    log,
    ledger,
    country,
    sessionSince: identity.sessionSince,
    closing: {
      verifyPasswordOf: identity.verifyPasswordOf,
      openBets: betting.openBets,
      openWithdrawals: payments.openWithdrawals,
      withdrawable: payments.withdrawable,
    },
  })
  const statement = openStatement({ db, country, withdrawalTaxes: payments.withdrawalTaxes })
  const house = openOperator({ db, country, payments, kyc, catalog, identity, protection })
  const retention = openRetention({ connection, log, ...retentionPlan(config, catalog) })
  catalog.connectSettlement(points?.settlement(betting) ?? betting)

  const mounting: Mounting = {
    app,
    authenticate: withReadTimeout(authenticate),
    isFull: new Map([[areas.betting.place, betting.isFull]]),
    operatorOf: rememberOperators(validTokens, operatorTokens(config.operators)),
    envelope: { key: config.envelope.key, mode: config.envelope.mode, clock, memory: envelopesInMemory(clock) },
    devices: openDeviceCookie({ secure: config.production }),
    sandbox: config.sandbox,
    checkAnswers,
  }
  mount(mounting, areas.identity, identityRoutes(identity))
  mount(mounting, areas.kyc, kycRoutes(kyc))
  mount(mounting, areas.operator, operatorRoutes(house))
  mount(
    mounting,
    areas.catalog,
    catalogRoutes(catalog, (q, session) => betting.find(q, session?.bettor)),
  )
  const placing = bettingRoutes(betting)
  serveBetsFile(mounting, betting)
  mount(mounting, areas.betting, { ...placing, place: protection.recordingRefusals(placing.place) })
  mount(mounting, areas.ledger, ledgerRoutes(statement))
  serveStatementFile(mounting, statement)
  mount(mounting, areas.protection, protectionRoutes(protection, oneAtATime(turns)))
  const paying = paymentsRoutes(payments, oneAtATime(turns))
  mount(mounting, areas.payments, { ...paying, deposit: protection.recordingRefusals(paying.deposit) })
  const smsCallbacks = openSmsCallbacks({ db, log, secret: callbackSecretOf(config) })
  await mountSmsCallbacks(app, smsCallbacks)
  await mountCallbacks(app, payments, { from: addressList(config.callbacks.addresses) })
  const content = contentRoutes({
    clock,
    country,
    brand,
    rulesVersion: betting.rulesVersion,
    sandbox: config.sandbox,
    sports: catalog.sports,
    log,
    folder: config.contentDir ?? contentFolder,
    areas: Object.keys(areas),
    provider: config.sportsProvider,
    publicUrl,
    paymentMethods: {
      providers: Object.values(providers).map(({ name }) => name),
      paybill: config.daraja?.collect.shortcode ?? sandbox?.providers.shortcode ?? null,
    },
  })
  mount(mounting, areas.content, content)
  mount(mounting, areas.pages, content)
  mount(mounting, areas.live, liveStates(live))
  let running: StartedFeed | undefined
  const replayUntil = () => running?.replayUntil
  if (sandbox) {
    sandbox.guard(app, config)
    const parts = { db, clock, identity, ledger, catalog, live, betting, payments, replayUntil }
    mount(mounting, areas.sandbox, sandbox.routes(parts))
  }

  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { rateLimit: false } }, async (_request, reply) => {
    if (await isReachable(db)) return { status: 'ready' }
    return answerRefusal(reply, { ok: false, code: 'overloaded', sentence: 'The database cannot be reached' })
  })
  const document = openApi(areas, { name: brand.name, sandbox: config.sandbox })
  app.get('/openapi.json', async () => document)
  await serveApp(app, { folder: appFolder, config })

  return {
    app,
    db,
    clock,
    identity,
    ledger,
    catalog,
    betting,
    protection,
    payments,
    kyc,
    sandbox,
    live,
    country,
    /** Starts listening and returns the address of the server. */
    listen: (): Promise<string> => app.listen({ port: config.port, host: config.host }),
    /** Starts background work: the feed, remaining settlements, and sweeps. */
    async start(): Promise<void> {
      await retention.prepare()
      timers.every(3_600_000, 'retention', () => retention.run())
      timers.every(500, 'settlement', () => betting.settleWaiting())
      timers.every(600_000, 'identity sweep', () => identity.sweep())
      timers.every(3_600_000, 'received messages', () => smsCallbacks.sweep())
      timers.every(60_000, 'identity checks', () => kyc.sweep())
      timers.every(600_000, 'harm markers', () => protection.findMarkers())
      timers.every(1_800_000, 'play of bettors with limits', () => protection.rollUp())
      timers.every(600_000, 'refusals sweep', () => protection.sweep())
      timers.every(2000, 'payments', () => payments.tick())
      timers.every(60_000, 'payments that arrived', () => payments.pull())
      timers.every(3_600_000, 'house checkpoints', () => ledger.checkpoint())
      void payments
        .register()
        .then(async () => config.airtel ?? sandbox?.providers.airtelCallback(await payments.callbackAddress('airtel')))
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the callback addresses were not registered at the providers'),
        )
      running = startFeed({ catalog, db, clock, log, config, owners })
    },
    async close(): Promise<void> {
      retention.stop()
      await settleWithin(drainsInMs, [running?.stop(), betting.close(), timers.stop(), app.close()])
      await settleWithin(settlesInMs, [payments.settled()])
      await settleWithin(settlesInMs, [sandbox?.close(), identity.close(), protection.close(), owners.close()])
      await settleWithin(settlesInMs, [db.destroy(), money.destroy()])
    },
  }
}

/** How long `close` waits for work in progress. Hanging work is abandoned: its row remains and the next start continues it. */
const drainsInMs = 4500
const settlesInMs = 500
