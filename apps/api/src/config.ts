import { isIP } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import * as z from 'zod'
import { countryVariable } from './country/countries.ts'
import { isNetwork } from './platform/address-list.ts'
import { backupOf, backupVariables } from './config-backup.ts'
import { gamesOf, gamesVariables } from './config-games.ts'
import { keyOf, keyVariable, secretsOf, secretVariable } from './config-keys.ts'
import { allFaults, ConfigError, readVariables } from './config-faults.ts'
import { feedsOf, feedVariables } from './config-feeds.ts'
import { identityOf, identityVariables, smileIdOf } from './config-identity.ts'
import { jackpotOf, jackpotVariables } from './config-jackpot.ts'
import { casinoFaults, casinoOf, casinoVariables } from './config-casino.ts'
import { crashOf, crashVariables } from './config-crash.ts'
import { databaseOf, databaseVariables } from './config-database.ts'
import { launchOf, launchVariables } from './config-launch.ts'
import { leagueOf, leagueVariables } from './config-league.ts'
import { consoleOf, operatorsOf, operatorVariables } from './config-operators.ts'
import { processesOf, processVariables } from './config-processes.ts'
import { providerVariables, walletsOf } from './config-providers.ts'
import { pushOf, pushVariables } from './config-push.ts'
import { regulatorOf, regulatorVariables } from './config-regulator.ts'
import { todayOf, todayVariables } from './config-today.ts'

const flag = z.stringbool({ truthy: ['1', 'true', 'on', 'yes'], falsy: ['0', 'false', 'off', 'no', ''] })
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

const networkList = z
  .string()
  .refine((text) => text.split(',').every(isNetwork), 'must be addresses such as 196.201.212.69 or 196.201.212.0/24')
  .optional()

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  npm_lifecycle_event: z.string().optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.nare'),
  SANDBOX: z.enum(['', '0', '1', 'on', 'off', 'true', 'false', 'public']).optional(),
  PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: z
    .string()
    .refine(isTrust, 'must be a number of proxies, or their addresses such as 10.0.0.1, 10.0.0.0/8 or loopback')
    .optional(),
  ENVELOPE_KEY: secretVariable.default('nare-envelope-key-0'),
  ENVELOPE: z.enum(['embedded', 'session']).default('embedded'),
  FEED: z
    .string()
    .regex(
      /^(simulated|the-odds-api|isports-api|replay:.+|none)$/,
      'must be simulated, replay:<file>, the-odds-api, isports-api or none',
    )
    .default('simulated'),
  SPEED: z.coerce.number().positive().max(10_000).default(1),
  COUNTRY: countryVariable,
  CONTENT_DIR: z.string().min(1).optional(),
  IGPIXEL_URL: z.url().optional(),
  FRAME_SOURCES: z
    .string()
    .refine(
      (text) => originsOf(text).every((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin)),
      'must be origins such as https://games.example, with commas',
    )
    .optional(),
  LIMIT_SESSION_MINUTE: z.coerce.number().int().min(10).default(600),
  LIMIT_ADDRESS_MINUTE: z.coerce.number().int().min(10).default(12_000),
  LIMIT_PROVIDER_MINUTE: z.coerce.number().int().min(10).default(120_000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  BET_QUEUE_MS: z.coerce.number().int().min(50).max(60_000).default(150),
  SETTLEMENT_CHUNK_LEGS: z.coerce.number().int().min(10).max(20_000).default(4000),
  ...feedVariables,
  AT_USERNAME: z.string().optional(),
  AT_API_KEY: z.string().optional(),
  AT_SENDER: z.string().optional(),
  AT_URL: z.url().default('https://api.africastalking.com'),
  AT_ADDRESSES: networkList,
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Nare <no-reply@localhost>'),
  ...providerVariables,
  ...pushVariables,
  ...backupVariables,
  ...leagueVariables,
  ...gamesVariables,
  ...jackpotVariables,
  ...casinoVariables,
  ...crashVariables,
  ...launchVariables,
  ...processVariables,
  ...databaseVariables,
  CALLBACK_SECRET: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
    .optional(),
  CALLBACK_ADDRESSES: networkList,
  PROMPTS_A_DAY: z.coerce.number().int().min(1).max(1000).default(30),
  PAYOUT_UNDO_S: z.coerce.number().int().min(0).max(600).default(10),
  ...identityVariables,
  LIMITS_BY_ADDRESS: flag.optional(),
  FAULT_POINTS: flag.optional(),
  METRICS_TOKEN: secretVariable.optional(),
  KYC_DIR: z.string().min(1).optional(),
  KYC_KEY: keyVariable,
  RETENTION_DIR: z.string().min(1).optional(),
  RETENTION_YEARS: z.coerce.number().int().min(1).max(100).default(7),
  RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
  ...operatorVariables,
  ...todayVariables,
  ...regulatorVariables,
})

/** The environment of this process, for what judges it without running by it. */
export const environmentNow = (): Readonly<Record<string, string | undefined>> => process.env

/** The names of all environment variables. */
export const variables: readonly string[] = Object.keys(environment.shape)

export type Config = Readonly<ReturnType<typeof judgeConfig>['config']>

/** Reads and validates the environment, once. Throws a ConfigError that lists every fault. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const { config, faults } = judgeConfig(env)
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/**
 * What the environment says, and every fault of it. With faults the configuration is for judging only: what they are about is as if it were not
 * set. Relative folders are resolved against the working directory.
 */
export function judgeConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const { e, unread } = readVariables(environment, given)
  const wrong: string[] = []
  const production = e.NODE_ENV === 'production'
  const sandbox = sandboxOf({ value: e.SANDBOX, production, host: e.HOST, wrong })
  const exposed = !production && !sandbox && !loopback.has(e.HOST)
  if (exposed) wrong.push('NODE_ENV: must be production on an address that others can reach, unless SANDBOX=public')
  if (production || exposed) wrong.push(...productionFaults(e))
  const feeds = feedsOf(e, wrong)
  if (!sandbox && (!e.AT_USERNAME || !e.AT_API_KEY))
    wrong.push("AT_USERNAME, AT_API_KEY: required without the sandbox, because Africa's Talking sends the SMS")
  const wallets = walletsOf(e, wrong)
  const smileId = smileIdOf(e, { production, wrong })
  const league = leagueOf(e, { sandbox, wrong })
  const crash = crashOf(e, { sandbox, wrong })
  const launch = launchOf(e, { sandbox, wrong })
  const console = consoleOf(e, { sandbox, production, wrong })
  const database = databaseOf(e, wrong)
  if (production && Object.values(wallets).some(Boolean) && !e.CALLBACK_SECRET)
    wrong.push('CALLBACK_SECRET: set your own in production; the keys of callback addresses are derived from it')
  const config = {
    production,
    byNpm: e.npm_lifecycle_event !== undefined,
    port: e.PORT,
    host: e.HOST,
    dataDir: isAbsolute(e.DATA_DIR) ? e.DATA_DIR : resolve(e.DATA_DIR),
    ...database,
    /** The maximum expected wait of a bet for its transaction; if it would be longer, bets are refused immediately. */
    betQueueMs: e.BET_QUEUE_MS,
    /**
     * The approximate number of legs that one transaction of a settlement decides: enough that its commit costs little per leg, and few
     * enough that other transactions wait only briefly.
     */
    settlementChunkLegs: e.SETTLEMENT_CHUNK_LEGS,
    sandbox,
    /** Whether /sandbox/kill may end the process between two steps of a payment; for tests, in the sandbox only. */
    faultPoints: sandbox && e.FAULT_POINTS === true,
    limitsByAddress: e.LIMITS_BY_ADDRESS ?? !sandbox,
    publicUrl: e.PUBLIC_URL,
    trustProxy: trustOf(e.TRUST_PROXY),
    /** The keys embedded in clients, the current one first: those before it are accepted too. */
    envelope: { keys: secretsOf(e.ENVELOPE_KEY), mode: e.ENVELOPE },
    feed: e.FEED,
    speed: e.SPEED,
    country: e.COUNTRY,
    /** The folder of the operator's texts; undefined for those of the repository. */
    contentDir: e.CONTENT_DIR === undefined ? undefined : resolve(e.CONTENT_DIR),
    /** The launch address of the sports provider; without it the launch is not available. */
    sportsProvider: e.IGPIXEL_URL,
    /** Origins that may be framed in addition to this site: the game providers. */
    frameSources: [
      ...originsOf(e.FRAME_SOURCES),
      ...launch.origins,
      ...(e.IGPIXEL_URL ? [new URL(e.IGPIXEL_URL).origin] : []),
    ],
    /** The maximum calls per minute of a session, of all callers without a session behind one network address, and of one game provider. */
    limits: {
      sessionMinute: e.LIMIT_SESSION_MINUTE,
      addressMinute: e.LIMIT_ADDRESS_MINUTE,
      providerMinute: e.LIMIT_PROVIDER_MINUTE,
    },
    logLevel: e.LOG_LEVEL,
    /** The bearer tokens of /metrics, the current and earlier ones. Without one, /metrics is served to this machine, but not in production or behind a proxy. */
    metrics: {
      tokens: secretsOf(e.METRICS_TOKEN),
      localIsOwn: !production && e.PUBLIC_URL === undefined && e.TRUST_PROXY === undefined,
    },
    /** The folder of identity documents and its key; outside production a missing key is created in the data folder. */
    kyc: {
      folder: e.KYC_DIR === undefined ? join(resolve(e.DATA_DIR), 'documents') : resolve(e.KYC_DIR),
      key: keyOf(e.KYC_KEY),
    },
    /** The years until a month of history is exported to `folder` and dropped, and the days until settled rows are deleted. Without `folder` nothing is dropped. */
    retention: {
      folder: e.RETENTION_DIR === undefined ? undefined : resolve(e.RETENTION_DIR),
      years: e.RETENTION_YEARS,
      days: e.RETENTION_DAYS,
    },
    backup: backupOf(e),
    /** Provider callbacks: the secret of their addresses' keys (created in the data folder when missing), and the allowed source addresses of payments and SMS. */
    callbacks: {
      secret: e.CALLBACK_SECRET === undefined ? undefined : Buffer.from(e.CALLBACK_SECRET, 'hex'),
      addresses: networksOf(e.CALLBACK_ADDRESSES),
      ofSms: networksOf(e.AT_ADDRESSES),
    },
    /** The maximum number of deposit prompts to one phone within 24 hours. */
    promptsDayMax: e.PROMPTS_A_DAY,
    /** How long a payout that a person has cleared can be taken back before it is sent, in seconds. */
    payoutUndoS: e.PAYOUT_UNDO_S,
    operators: operatorsOf(e.OPERATORS) ?? [],
    /** The settings of the console's Today. */
    today: todayOf(e),
    console,
    regulator: regulatorOf(e, { production }),
    argon2MemoryKib: e.ARGON2_MEMORY_KIB,
    identity: identityOf(e, { sandbox }),
    smileId,
    /** The settings of FEED=the-odds-api and FEED=isports-api. */
    ...feeds,
    sms: { username: e.AT_USERNAME ?? '', apiKey: e.AT_API_KEY ?? '', sender: e.AT_SENDER, url: e.AT_URL },
    /** The key and the hosts of notices by Web Push. */
    push: pushOf(e),
    mail: { smtpUrl: e.SMTP_URL, from: e.MAIL_FROM },
    /** The settings of each adapter of mobile money; undefined if it is not set up. */
    ...wallets,
    /** The settings of the virtual league. */
    league,
    /** The settings of the house's own games. */
    games: gamesOf(e),
    /** The settings of the jackpots. */
    jackpot: jackpotOf(e),
    /** The secrets of the game providers. */
    casino: casinoOf(e, { sandbox }),
    /** The settings of the crash game. */
    crash,
    /** The addresses at which the games of providers are opened. */
    launch,
    /** The settings of several processes on one database. */
    processes: processesOf(e),
  }
  return { config, faults: allFaults(unread, wrong) }
}

const proxyNames = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isTrust(text: string): boolean {
  if (/^\d{1,2}$/.test(text)) return true
  return text.split(',').every((part) => {
    const [address = '', bits, ...more] = part.trim().split('/')
    return proxyNames.has(part.trim()) || (isIP(address) > 0 && more.length === 0 && /^\d{1,3}$/.test(bits ?? '0'))
  })
}

/** The number of trusted proxies, or their addresses; undefined for none. */
function trustOf(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : text
}

const networksOf = (text: string | undefined): string[] => text?.split(',') ?? []

const originsOf = (text = ''): string[] => text.split(',').filter((origin) => origin !== '')

type SandboxSetting = { value: string | undefined; production: boolean; host: string; wrong: string[] }

function sandboxOf({ value, production, host, wrong }: SandboxSetting): boolean {
  const enabled = value === 'public' || value === '1' || value === 'on' || value === 'true'
  if (production && enabled) wrong.push('SANDBOX: never runs in production')
  if (value === undefined || value === '') return !production && loopback.has(host)
  if (enabled && value !== 'public' && !loopback.has(host)) {
    wrong.push('SANDBOX: must be SANDBOX=public on an address that others can reach')
  }
  return enabled
}

function productionFaults(e: z.output<typeof environment>): string[] {
  const faults: string[] = []
  if (!e.PUBLIC_URL?.startsWith('https://')) faults.push('PUBLIC_URL: must be an https address in production')
  if (secretsOf(e.ENVELOPE_KEY).includes('nare-envelope-key-0')) faults.push('ENVELOPE_KEY: set your own in production')
  if (e.FEED === 'simulated' || e.FEED.startsWith('replay:')) faults.push('FEED: must be a real feed in production')
  return [...faults, ...casinoFaults(e)]
}
