import type { Area, AreaDeps } from '#area'
import type { Betting } from '#modules/betting/betting'
import type { Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import { addressList } from '#platform/address-list'
import type { Live } from '#platform/live'
import { bgaming } from './bgaming/bgaming.ts'
import { hub88 } from './hub88/hub88.ts'
import { pragmatic } from './pragmatic/pragmatic.ts'
import { mountProvider, type Adapter } from './provider-http.ts'
import { smartsoft } from './smartsoft/smartsoft.ts'
import {
  casinoTickets,
  openHouse,
  openRoundSweep,
  openWallet,
  type GameNames,
  type GameProvider,
} from './wallet/wallet.ts'

type Deps = AreaDeps & {
  readonly live: Live
  readonly ledger: Ledger
  readonly betting: Betting
  readonly identity: Pick<Identity, 'bettorFacts' | 'liveSessions'>
  /** The sandbox's own public key of Hub88, where none is configured. */
  readonly sandboxHub88Key?: (() => string) | undefined
}

export type Casino = ReturnType<typeof openCasinoArea>['casino']

/** Games of other providers: their seamless wallet, and what operators do with their rounds. */
export function openCasinoArea(deps: Deps) {
  const { config, db, log, country } = deps
  const wallet = openWallet(deps)
  const house = openHouse({ db, wallet })
  const rounds = openRoundSweep({ db, log, wallet })
  // The lobby knows the games; until it says more, a game is shown by its id and every game of a provider may be played.
  const gameNames: GameNames = async () => new Map()
  const knownGame = async (): Promise<boolean> => true
  deps.betting.registerTickets('casino', casinoTickets(gameNames))

  const common = { wallet, currency: country.currency, knownGame }
  const secrets = config.casino
  const hub88Key = secrets.hub88 === undefined ? deps.sandboxHub88Key : () => secrets.hub88 ?? ''
  const adapters: readonly Adapter[] = [
    ...(secrets.pragmatic === undefined ? [] : [pragmatic({ ...common, secret: secrets.pragmatic })]),
    ...(secrets.smartsoft === undefined ? [] : [smartsoft({ ...common, secret: secrets.smartsoft })]),
    ...(hub88Key ? [hub88({ ...common, publicKey: hub88Key, country: country.code.toUpperCase() })] : []),
    ...(secrets.bgaming === undefined ? [] : [bgaming({ ...common, token: secrets.bgaming })]),
  ]

  const area: Area = {
    async routes({ app }) {
      const from = addressList(secrets.addresses)
      for (const adapter of adapters) await mountProvider(app, adapter, { log, from })
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
    /** The PEM of Hub88's public key; empty where the provider is off. */
    hub88Key: (): string => hub88Key?.() ?? '',
    /** The providers that have a secret here. */
    providers: adapters.map(({ provider }): GameProvider => provider),
    house,
    sweepRounds: rounds.sweep,
    /**
     * Opens a session of play for a launch: the game gets the one-time token, which it must use until `expiresAt`. The session ends with
     * the bettor's own session, which its signing key names. Undefined for a game of no provider.
     */
    openSession: wallet.sessions.open,
  }
  return { casino, wallet, area }
}
