import { areas as contract } from '@nare/contract/all'
import { summaries } from '@nare/contract/summaries'
import { openAreas, type Job } from '#area'
import { openBackupArea } from '#backup/area'
import { countryOf } from '#country/countries'
import { refuseUncollectedTaxes, type Country } from '#country/country'
import { openBettingArea } from '#modules/betting/area'
import { openBoardsArea } from '#modules/boards/area'
import { openBonusArea } from '#modules/bonus/area'
import { openCasinoArea } from '#modules/casino/area'
import { openCatalogArea, openFeedArea } from '#modules/catalog/area'
import { runAfterSettling } from '#modules/catalog/catalog'
import type { SearchElsewhere } from '#modules/catalog/routes'
import { openContentArea } from '#modules/content/area'
import { openFantasyArea } from '#modules/fantasy/area'
import { openGamesArea } from '#modules/games/area'
import { openIdentityArea } from '#modules/identity/area'
import { openAfricasTalking, openMail, watchSms } from '#modules/identity/identity'
import { dataPlace } from '#modules/protection/protection'
import { identityCheckOf } from './identity-source.ts'
import { openJackpotArea } from '#modules/jackpot/area'
import { openLeagueArea } from '#modules/league/area'
import { openLedgerArea } from '#modules/ledger/area'
import { openPaymentsArea } from '#modules/payments/area'
import { tokensInDatabase } from '#modules/payments/payments'
import { openPointsArea } from '#modules/points/area'
import { openPrintArea } from '#modules/print/area'
import { openPromotionsArea } from '#modules/promotions/area'
import { openProtectionArea } from '#modules/protection/area'
import { openReportArea } from '#modules/report/area'
import { readSettled } from '#modules/risk/risk'
import { openReturnsArea } from '#modules/returns/area'
import { openSettingsArea } from '#modules/settings/area'
import { openSmsArea } from '#modules/sms/area'
import { openStatementArea } from '#modules/statement/area'
import { openTicketsArea } from '#modules/tickets/area'
import { countedEvents } from '#modules/tickets/tickets'
import { openConfiguredArcade } from './configured-arcade.ts'
import { openHouseAreas, openHousePeople } from './house-areas.ts'
import { openFrontPage } from './front-page.ts'
import { machineGauges } from './machine-gauges.ts'
import { houseFileOf } from './house-file.ts'
import { runIn } from './in-country.ts'
import { openBrand } from './page-brand.ts'
import { serveApp } from '#platform/app-files'
import { openBackground } from '#platform/background'
import { openBus } from '#platform/bus-open'
import { mount } from '#platform/calls'
import { openClock } from '#platform/clock'
import { openDb } from '#platform/db'
import { openDeviceCookie } from '#platform/device-cookie'
import { openDraining } from '#platform/draining'
import { serveHealth } from '#platform/health'
import { addressOf, openHttp } from '#platform/http'
import { openLive } from '#platform/live'
import { liveStates } from '#platform/live-states'
import { openMetrics } from '#platform/metrics'
import { openMoneyDb, withReadTimeout } from '#platform/money-db'
import { openApi } from '#platform/openapi'
import { serveOpenApi } from '#platform/openapi-route'
import { openOwners } from '#platform/owners'
import { rememberTokens, validTokensInMemory } from '#platform/request-limits'
import { programsHere } from '#platform/programs'
import { openPublicCalls } from '#platform/public-work'
import { clockOffset, envelopeMemory, liveFanOut, requestCounts } from '#platform/shared-ports'
import { openTimers } from '#platform/timers'
import { turnsInMemory } from '#platform/turns'
import { builtPages, contentFolder, type AppDeps } from './app-deps.ts'
import { openNoticeServices } from './notice-services.ts'
import { callbackSecretOf, providersOf } from './paying.ts'
import { readsOf } from './old-reads.ts'
import { openRetentionArea } from './retention-plan.ts'
import { vaultOf } from './vault.ts'

export type App = Awaited<ReturnType<typeof openApp>>

/** Opens all areas in order and connects them. Nothing listens until `listen`, and no background work runs until `start`. */
export async function openApp({
  config,
  connection,
  direct = connection,
  log,
  bus: given,
  programs = programsHere(),
  shareMetrics,
  hub88Pair,
  processName,
  checkAnswers = false,
  waitForLive,
  pauseLogins,
  ownerTimes,
  turns = turnsInMemory(),
  country: overrides,
  pages = builtPages,
}: AppDeps) {
  const reads = readsOf({ config, connection: direct, log })
  const { db, pool } = openDb(connection, { size: config.poolSize, log, reads })
  const { db: moneyDb, pool: moneyPool } = openMoneyDb(connection, { size: config.moneyPoolSize, log })
  const bus = given ?? (await openBus({ config, db, log }))
  reads?.connectBus(bus)
  const clock = await openClock(clockOffset(bus, db))
  const country: Country = { ...countryOf(config.country), ...overrides }
  runIn(country)
  refuseUncollectedTaxes(country, clock.date())
  const validTokens = validTokensInMemory()
  const counts = requestCounts(bus)
  const app = await openHttp({ config, log, validTokens, counts })
  // A process without the role `web` listens with a separate server that serves only its health and metrics.
  const door = config.processes.roles.has('web') ? app : await openHttp({ config, log })
  const draining = openDraining(door)
  const metrics = openMetrics({
    app,
    door,
    share: shareMetrics,
    pools: { all: pool, money: moneyPool },
    ...config.metrics,
  })
  reads?.measure(metrics.registry)
  const timers = openTimers(log)
  const owners = openOwners({ connection: direct, log, ...(ownerTimes && { times: ownerTimes }) })
  const sandbox = config.sandbox
    ? (await import('#sandbox/sandbox')).openSandbox({ clock, bus, programs, hub88Pair, country })
    : undefined
  const kills = config.faultPoints ? sandbox?.betFaultPoints : undefined
  const providers = providersOf({ config, twins: sandbox?.providers, clock, country, tokens: tokensInDatabase(db) })
  const folder = config.contentDir ?? contentFolder
  const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
  const callbackSecret = callbackSecretOf(config)
  const shares = { turns, bus, count: metrics.count, background: openBackground({ db, log }) }
  const house = openHousePeople({ config, db, moneyDb, clock }, config.faultPoints ? sandbox?.reached : undefined)
  const areas = openAreas()
  const houseFile = await houseFileOf(folder, country.code)
  const opened = await openSettingsArea({ db, bus, clock, log, country, config, file: houseFile.settings })
  const { settings, levels } = opened
  const brand = openBrand(settings, country, { ...houseFile, hasLeague: config.league.on })
  const base = { config, connection, db, moneyDb, clock, log, country, settings, levels, house, ...shares }
  areas.add({ area: { close: () => Promise.all([db.destroy(), moneyDb.destroy(), reads?.close()]) } })
  areas.add({ area: { close: () => bus.close() } })
  const gauges = [owners.failuresGauge, base.background.failingGauge, ...machineGauges(config)]
  areas.add({ area: { gauges, drain: base.background.stop, close: () => owners.close() } })
  areas.add({ area: { close: async () => sandbox?.close() } })
  const arcade =
    sandbox && (await openConfiguredArcade({ config, log, programs, country, platform: () => addressOf(app) }))
  areas.add({
    area: { start: { role: 'web', run: () => void arcade?.origin() }, close: async () => arcade?.close() },
  })
  areas.add(opened)
  const { ledger } = areas.add(await openLedgerArea(base))
  const sms = watchSms({ db, sms: sandbox?.phone ?? openAfricasTalking({ ...config.sms, log }), log })
  const { identity, kyc, onIncomingSms, onSmsReport } = areas.add(
    await openIdentityArea({
      ...base,
      ledger,
      publicUrl,
      sms,
      mail: sandbox?.mailbox ?? openMail({ url: config.mail.smtpUrl, from: config.mail.from, log }),
      check: await identityCheckOf({ config, clock, log, country }),
      vault: vaultOf(config),
      callbackSecret,
    }),
  )
  const authenticate = rememberTokens(validTokens, withReadTimeout(identity.authenticate))
  const { onSessionsChanged, revokedSessions, sessionSince, verifyPasswordOf } = identity
  const fanOut = liveFanOut(bus)
  reads?.follow(fanOut)
  const live = await openLive({ app, authenticate, onSessionsChanged, fanOut, isDraining: draining.isDraining })
  const shared = { ...base, live, ledger, identity, kyc, publicUrl }
  const searchElsewhere: SearchElsewhere = (q, session) => betting.find(q, session?.bettor)
  const { catalog } = areas.add(openCatalogArea({ ...shared, searchElsewhere }))
  const counted = countedEvents(metrics.count)
  const { bonus } = areas.add(openBonusArea(shared))
  const { tickets } = areas.add(openTicketsArea(shared))
  const atPoints = { tickets, ledger: kills?.ledger(ledger) ?? ledger, events: kills?.events(counted) ?? counted }
  const { betting } = areas.add(
    await openBettingArea({ ...shared, ...atPoints, catalog, revokedSessions, waitForLive }),
  )
  bonus.connect({ ...tickets, readSettled: (...reading) => readSettled(db, ...reading) })
  const { jackpots } = areas.add(openJackpotArea({ ...shared, ...atPoints, catalog }))
  const { smsBets } = areas.add(
    openSmsArea({ ...shared, sms, catalog, tickets, betting, jackpots, onIncoming: onIncomingSms }),
  )
  catalog.connectSettlement(runAfterSettling(kills?.settlement(betting) ?? betting, jackpots.matchChanged))
  const { league, leagueBets } = areas.add(await openLeagueArea({ ...shared, ...atPoints, owners, betting }))
  const { games, ownGames, crash } = areas.add(openGamesArea({ ...shared, ...atPoints, owners }))
  const { payments } = areas.add(
    openPaymentsArea({
      ...shared,
      ...{ bonus, providers, sms },
      publicUrl: () => config.publicUrl ?? addressOf(app) ?? publicUrl,
      bettorFacts: withReadTimeout(identity.bettorFacts),
      identityOf: kyc.identityStatus,
      unidentified: kyc.unidentified,
      confirmWithdrawal: identity.passkeys.confirmWithdrawal,
      identityStates: kyc.operator.states,
      bettorByMsisdn: identity.bettorByMsisdn,
      bettorsNamed: identity.bettorsNamed,
      callbackSecret,
      async onRegistered(opened) {
        await sandbox?.providers.tellAddresses(opened, config)
      },
      ...(sandbox && config.faultPoints && { faultPoint: sandbox.reached }),
    }),
  )
  const { openWithdrawals, withdrawable } = payments
  const closing = { verifyPasswordOf, openBets: tickets.openBets, openWithdrawals, withdrawable }
  const { protection } = areas.add(openProtectionArea({ ...shared, tickets, sessionSince, closing }))
  const { points: bettorPoints } = areas.add(openPointsArea({ ...shared, bonus }))
  const { fantasy } = areas.add(openFantasyArea({ ...shared, catalog, protection, points: bettorPoints }))
  const { casino } = areas.add(
    await openCasinoArea({
      ...shared,
      ...atPoints,
      protection,
      folder,
      sandboxHub88Key: sandbox?.hub88.publicKey,
      sandboxLaunchers: arcade?.launchers ?? new Map(),
    }),
  )
  const { returns } = areas.add(openReturnsArea({ ...shared, league, casino }))
  areas.add(openPrintArea({ ...shared, catalog, jackpots, brand: brand.name }))
  const { promotions } = areas.add(await openPromotionsArea({ ...shared, bonus, points: bettorPoints, folder }))
  areas.add(openStatementArea({ ...shared, payments, tickets, casino }))
  const { boards } = areas.add(openBoardsArea({ ...shared, catalog }))
  const { rollUps, taxes } = areas.add(openReportArea({ ...shared, payments, betting }))
  const operated = { payments, catalog, protection, league, games, casino, jackpots, promotions, boards, fantasy }
  const { backupState } = areas.add(openBackupArea(base))
  const followed = { sms, taxes, backupState, isReplicaClose: reads?.isClose }
  const watched = { ...followed, bonus, tickets, betting, points: bettorPoints }
  const ofHouse = { ...shared, ...operated, ...watched, app, validTokens, pauseLogins }
  const { staff, regulator, care, aml, ...callers } = await openHouseAreas(areas, ofHouse)
  const { settings: appSettings } = areas.add(
    await openContentArea({
      ...shared,
      ...{ sms, onSmsReport },
      rulesVersion: betting.rulesVersion,
      sandbox: config.sandbox,
      sports: catalog.sports,
      folder,
      areas: [...Object.keys(contract), ...(config.league.on ? ['league'] : [])],
      provider: config.sportsProvider,
      sportsPage: arcade?.sportsPage,
      paymentMethods: {
        providers: Object.values(providers).map(({ name }) => name),
        paybill:
          (providers.mpesa?.paybill && (config.daraja?.collect.shortcode ?? sandbox?.providers.shortcode)) ?? null,
      },
    }),
  )
  const { notices } = areas.add(await openNoticeServices({ ...shared, sms }, sandbox))
  areas.add({ area: { routes: (mounting) => mount(mounting, contract.live, liveStates(live)) } })
  areas.add(openRetentionArea({ ...base, catalog }))
  const { replayUntil, isFeedReadable } = areas.add(openFeedArea({ ...shared, catalog, owners }))
  if (sandbox) {
    sandbox.guard(app, config)
    if (processName !== undefined) sandbox.nameProcess(app, processName)
    const { sandboxAreas } = await import('#sandbox/areas')
    const of = { ...shared, app, sandbox, owners, callbackSecret, replayUntil, ...operated, betting, smsBets, staff }
    for (const area of await sandboxAreas(of)) areas.add({ area })
  }
  areas.announce(live, metrics)
  await areas.mount({
    app,
    authenticate,
    ...callers,
    house,
    envelope: { keys: config.envelope.keys, mode: config.envelope.mode, clock, memory: envelopeMemory(bus, clock) },
    devices: openDeviceCookie({ secure: config.production }),
    sandbox: config.sandbox,
    reads,
    publicCalls: config.limitsByAddress ? openPublicCalls({ config, validTokens, counts }) : undefined,
    checkAnswers,
  })
  const mayOwn = config.processes.roles.has('web') ? undefined : owners.isReady
  serveHealth(door, { db, bus, isDraining: draining.isDraining, mayOwn, isFeedReadable })
  const described = { sandbox: config.sandbox, server: config.publicUrl ?? '/', summaries }
  serveOpenApi(app, brand.name, (name) => openApi(contract, { ...described, name }))
  const firstPage = openFrontPage({ folder: pages.folder, catalog, settings: appSettings, log })
  const shown = { ...pages, config, firstPage, branded: brand.pages, pictures: houseFile.pictures }
  await serveApp(app, { ...shown, frameSource: arcade?.frameSource })

  return {
    ...{ app, db, clock, background: base.background },
    ...{ identity, ledger, catalog, bonus, tickets, betting, casino, jackpots, smsBets, league, leagueBets, games },
    ...{ ownGames, rollUps, crash, fantasy, protection, boards, payments, promotions, staff, kyc, aml, care },
    ...{ notices, points: bettorPoints, returns, sandbox, arcade, live, country, regulator },
    dataPlace: () => dataPlace(settings.now()),
    /** Starts listening and returns the address of the server. */
    listen: (): Promise<string> => draining.listen(config),
    /** The background work that runs at intervals. */
    jobs: (): Job[] => areas.list.flatMap(({ jobs = [] }) => jobs),
    /** Starts the background work of the roles of this process: the feed, rounds, remaining settlements, and clean-up. */
    start: (): Promise<void> => areas.start(timers, config.processes.roles),
    /** Keeps serving for `ms` while callers move to other processes; sockets are closed in steps, with the code for a restart. */
    drain: async (how: Parameters<typeof draining.drain>[0]): Promise<void> =>
      void (await Promise.all([draining.drain(how), live.closeSockets(how.ms)])),
    close: (): Promise<void> =>
      areas.close([timers.stop(), firstPage.close(), app.close(), door.close(), draining.closed()]),
  }
}
