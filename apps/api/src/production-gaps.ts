import { judgeConfig, type Config } from './config.ts'
import { namesIn } from './config-faults.ts'
import { countryOf } from './country/countries.ts'
import { random } from './platform/random.ts'

/** What a server in production starts without and should have: a sentence each, which begins with the variable. */
export function gapsOf(config: Config): string[] {
  const { databaseUrl, trustProxy, kyc, backup, metrics, feed, mail, retention, callbacks, push, contentDir } = config
  const adapters = countryOf(config.country).wallets.map(({ adapter }) => adapter)
  const strangers = wallets.filter((adapter) => config[adapter] !== undefined && !adapters.includes(adapter))
  const offered = adapters.filter((adapter) => config[adapter] !== undefined)
  const gaps: [boolean, string][] = [
    [
      trustProxy === undefined,
      'TRUST_PROXY: without it all bettors behind the proxy share one address, and its limits',
    ],
    [kyc.key === undefined, 'KYC_KEY: without it no identity documents are accepted'],
    [offered.length === 0, `${variablesOf(adapters)}: without a provider nobody can deposit`],
    [
      offered.some((adapter) => adapter !== 'vodacom') && callbacks.addresses.length === 0,
      'CALLBACK_ADDRESSES: without it a callback of a payment may come from any address',
    ],
    [feed === 'none', 'FEED: it is none, so there are no matches but those that staff make'],
    [
      backup.folder === undefined && databaseUrl === undefined,
      'BACKUP_DIR: without it nothing is archived, and a lost disk is a lost business',
    ],
    [strangers.length > 0, `${variablesOf(strangers)}: set, but not offered in the country of COUNTRY`],
    [metrics.tokens.length === 0, 'METRICS_TOKEN: without it /metrics answers nobody'],
    [mail.smtpUrl === undefined, 'SMTP_URL: without it nobody can reset a password by mail'],
    [push.key === undefined, 'PUSH_KEY: without it the app offers no notices by push'],
    [contentDir === undefined, 'CONTENT_DIR: without it texts and foot name a company and a licence that do not exist'],
    [retention.folder === undefined, 'RETENTION_DIR: without it old months are never exported and dropped'],
  ]
  return gaps.flatMap(([isGap, text]) => (isGap ? [text] : []))
}

const wallets = ['daraja', 'airtel', 'vodacom', 'mixx'] as const
const variablesOf = (adapters: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(adapters.map((adapter) => `${adapter.toUpperCase()}_…`))

/** What keeps an environment from production, and what it lacks there. Every one is named, not only the first; a variable once. */
export function checkProduction(env: Readonly<Record<string, string | undefined>>): {
  faults: readonly string[]
  gaps: readonly string[]
} {
  const { config, faults } = judgeConfig({ ...env, NODE_ENV: 'production' })
  // One part of a provider that is missing is its fault, and not also "without a provider".
  const named = [...namesIn(faults)]
  const isNamed = (gap: string): boolean =>
    named.some((name) => gap.startsWith(`${name}:`) || gap.includes(`${name.split('_')[0]}_…`))
  return { faults, gaps: gapsOf(config).filter((gap) => !isNamed(gap)) }
}

const keys = {
  ENVELOPE_KEY: 24,
  KYC_KEY: 32,
  CALLBACK_SECRET: 32,
  GAMES_KEY: 32,
  STAFF_KEY: 32,
  METRICS_TOKEN: 24,
  PUSH_KEY: 32,
}

/** A line with a new random key for each key that the environment does not have, in hexadecimal digits. */
export const newKeys = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(keys).flatMap(([name, bytes]) =>
    env[name] ? [] : [`${name}=${Buffer.from(random.token(bytes), 'base64url').toString('hex')}`],
  )
