import { casino as calls } from '@nare/contract/casino'
import { operatorCasino } from '@nare/contract/operator-casino'
import { operatorLobby } from '@nare/contract/operator-lobby'
import type { Area, AreaDeps } from '#area'
import type { Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import type { Protection } from '#modules/protection/protection'
import type { Tickets } from '#modules/tickets/tickets'
import { addressList } from '#platform/address-list'
import { mount } from '#platform/calls'
import type { Live } from '#platform/live'
import { bgaming } from './bgaming/bgaming.ts'
import { hub88 } from './hub88/hub88.ts'
import { openLaunch, templateLauncher, type Launcher } from './launch/launch.ts'
import { house as ownGames, openLobby, openWinners } from './lobby/lobby.ts'
import { lobbyRoutes } from './lobby/routes.ts'
import { operatorCasinoRoutes } from './operator-routes.ts'
import { pragmatic } from './pragmatic/pragmatic.ts'
import { mountProvider, type Adapter } from './provider-http.ts'
import { smartsoft } from './smartsoft/smartsoft.ts'
import {
  casinoTickets,
  openHouse,
  openRoundSweep,
  openWallet,
  paymentGames,
  type GameNames,
  type GameProvider,
} from './wallet/wallet.ts'

type Deps = AreaDeps & {
  readonly live: Live
  readonly ledger: Ledger
  readonly tickets: Tickets
  readonly identity: Pick<Identity, 'bettorFacts' | 'liveSessions'>
  /** The sandbox's public key of Hub88, used if none is configured. */
  readonly sandboxHub88Key?: (() => string) | undefined
  readonly protection: Pick<Protection, 'excluded' | 'locked' | 'productPauses'>
  readonly publicUrl: string
  /** The content folder. */
  readonly folder: string
  /** Opens the games of the sandbox, for providers without a launch address. */
  readonly sandboxLaunchers: ReadonlyMap<string, Launcher>
}

export type Casino = Awaited<ReturnType<typeof openCasinoArea>>['casino']

/** The casino: the lobby, and the external providers' games with their launch, seamless wallet and rounds. */
export async function openCasinoArea(deps: Deps) {
  const { config, db, log, country, identity, tickets } = deps
  const wallet = openWallet({ ...deps, answerMsMax: config.casino.answerMsMax })
  const house = openHouse({ db, wallet })
  deps.house.owned('casino round', async (id) => (await house.round(id))?.round.bettor)
  const rounds = openRoundSweep({ db, log, wallet })
  const secrets = config.casino
  const hub88Key = secrets.hub88 === undefined ? deps.sandboxHub88Key : () => secrets.hub88 ?? ''
  const launchers = new Map([
    ...deps.sandboxLaunchers,
    ...[...config.launch.templates].map(([name, at]) => [name, templateLauncher(at, country.currency)] as const),
  ])
  const lobby = await openLobby({
    ...deps,
    currency: country.currency,
    // A provider's games are shown if its wallet has a secret and its games a launch address.
    isConfigured: (provider) =>
      provider === ownGames || (launchers.has(provider) && adapters.some((adapter) => adapter.provider === provider)),
  })
  // A game that the catalogue does not have, or that an operator has switched off, accepts no stakes.
  const knownGame = async (gameId: string): Promise<boolean> => (await lobby.listedGame(gameId))?.isOn ?? false
  const gameNames: GameNames = async (gameIds) => {
    const views = await lobby.viewsOf(gameIds)
    return new Map(
      [...views].map(([id, { name, provider, provider_name: by = provider }]) => [id, { name, provider: by }]),
    )
  }
  tickets.register('casino', casinoTickets(gameNames))
  const winners = openWinners({ db, log, lobby, ticketResults: tickets.results, bettorFacts: identity.bettorFacts })
  const play = openLaunch({
    ...deps,
    lobby,
    launchers,
    openSession: ({ session: { bettor, signingKey }, gameId }) => wallet.sessions.open({ bettor, signingKey, gameId }),
  })

  const common = { wallet, currency: country.currency, knownGame }
  const adapters: readonly Adapter[] = [
    ...(secrets.pragmatic === undefined ? [] : [pragmatic({ ...common, secret: secrets.pragmatic })]),
    ...(secrets.smartsoft === undefined ? [] : [smartsoft({ ...common, secret: secrets.smartsoft })]),
    ...(hub88Key ? [hub88({ ...common, publicKey: hub88Key, country: country.code.toUpperCase() })] : []),
    ...(secrets.bgaming === undefined ? [] : [bgaming({ ...common, token: secrets.bgaming })]),
  ]

  const area: Area = {
    async routes(mounting) {
      const { app } = mounting
      const from = addressList(secrets.addresses)
      if (secrets.acceptsAnyAddress)
        log.warn('GAME_PROVIDER_ADDRESSES=any: the wallet of the game providers accepts calls from every address')
      for (const adapter of adapters) await mountProvider(app, adapter, { log, from })
      lobby.serveTiles(app)
      mount(mounting, calls, lobbyRoutes({ lobby, winners, play }))
      mount(mounting, { ...operatorCasino, ...operatorLobby }, operatorCasinoRoutes(casino))
    },
    gauges: [
      {
        name: 'nare_casino_rounds_left_open',
        help: 'Rounds of game providers that have been open for two days',
        read: async () => [{ labels: {}, value: await rounds.stale() }],
      },
    ],
    jobs: [{ name: 'casino rounds', everyMs: 600_000, run: () => rounds.sweep() }],
  }

  const casino = {
    /** The PEM of Hub88's public key; empty if the provider is off. */
    hub88Key: (): string => hub88Key?.() ?? '',
    /** The providers that have a secret here. */
    providers: adapters.map(({ provider }): GameProvider => provider),
    house,
    /** The operators' commands on the catalogue of the lobby. */
    catalogue: lobby.operator,
    /** The games of payments without a ticket, by `<provider>/<transaction>`. */
    paymentGames: (payments: Parameters<typeof paymentGames>[2]) => paymentGames(db, gameNames, payments),
    sweepRounds: rounds.sweep,
    /**
     * Opens a game session for a launch. The game must use the one-time token before `expiresAt`. The session ends with the bettor's login
     * session of the given signing key. Undefined if the game has no provider.
     */
    openSession: wallet.sessions.open,
  }
  return { casino, wallet, area }
}
