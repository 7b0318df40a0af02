import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, variables } from './config.ts'
import { ConfigError } from './config-faults.ts'

const faultsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

/** A configuration of production that starts. */
const real = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://bets.example',
  ENVELOPE_KEY: 'a key of our own, long enough',
  FEED: 'none',
  AT_USERNAME: 'us',
  AT_API_KEY: 'a key',
}

test('the error of an invalid configuration lists every invalid variable on its own line', () => {
  const message = faultsOf({ PORT: 'x', SPEED: '-1', FEED: 'none of these', LOG_LEVEL: 'loud' })
  expect(message.split('\n')).toHaveLength(5)
  for (const name of ['PORT', 'SPEED', 'FEED', 'LOG_LEVEL']) expect(message).toContain(`  ${name}: `)
})

test('production refuses the sandbox, the default envelope key and the simulated feed', () => {
  const message = faultsOf({ NODE_ENV: 'production', SANDBOX: 'on' })
  for (const name of ['SANDBOX', 'PUBLIC_URL', 'ENVELOPE_KEY', 'FEED']) expect(message).toContain(`  ${name}: `)
})

test('on a public address without the sandbox only production starts', () => {
  const message = faultsOf({ HOST: '0.0.0.0' })
  for (const name of ['NODE_ENV', 'PUBLIC_URL', 'ENVELOPE_KEY', 'FEED']) expect(message).toContain(`  ${name}: `)
  expect(faultsOf({ HOST: '0.0.0.0', SANDBOX: 'off' })).toContain('  NODE_ENV: ')
  expect(faultsOf({ SANDBOX: 'off' })).not.toContain('NODE_ENV')
  expect(faultsOf({ ...real, NODE_ENV: 'development' })).toContain('  NODE_ENV: ')
  expect(readConfig(real)).toMatchObject({ production: true, sandbox: false })
})

test('in production the wallet of game providers needs their addresses, or the word that it accepts every address', () => {
  const pragmatic = { NODE_ENV: 'production', PRAGMATIC_SECRET: 'a-secret-of-theirs' }
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const theirs = {
    ...{ PRAGMATIC_SECRET: 'a-secret-of-theirs', SMARTSOFT_SECRET: 'a-secret-of-theirs' },
    ...{ BGAMING_TOKEN: 'a-secret-of-theirs', HUB88_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }) },
  }
  for (const [name, value] of Object.entries(theirs))
    expect(faultsOf({ NODE_ENV: 'production', [name]: String(value) })).toContain('  GAME_PROVIDER_ADDRESSES: ')
  for (const chosen of ['any', '10.1.2.0/24,196.201.212.69'])
    expect(faultsOf({ ...pragmatic, GAME_PROVIDER_ADDRESSES: chosen })).not.toContain('GAME_PROVIDER_ADDRESSES')
  expect(faultsOf({ ...pragmatic, GAME_PROVIDER_ADDRESSES: 'any,10.0.0.1' })).toContain('GAME_PROVIDER_ADDRESSES')
  expect(faultsOf({ NODE_ENV: 'production' })).not.toContain('GAME_PROVIDER_ADDRESSES')
  const { NODE_ENV, ...provider } = pragmatic
  expect(faultsOf({ ...real, ...provider }).split('\n')).toHaveLength(2)
  const inProduction = readConfig({ ...real, ...provider, GAME_PROVIDER_ADDRESSES: 'any' }).casino
  expect([NODE_ENV, inProduction.addresses, inProduction.acceptsAnyAddress]).toEqual(['production', [], true])
  const anywhere = readConfig({ SANDBOX: 'on', GAME_PROVIDER_ADDRESSES: 'any' }).casino
  expect(anywhere).toMatchObject({ addresses: [], acceptsAnyAddress: true })
  expect(readConfig({ SANDBOX: 'on' }).casino).toMatchObject({ addresses: [], acceptsAnyAddress: false })
})

test('production payments require a callback secret, and callback addresses must be valid networks', () => {
  const { NODE_ENV, ...mobile } = {
    NODE_ENV: 'production',
    AIRTEL_CLIENT_ID: 'us',
    AIRTEL_CLIENT_SECRET: 'a secret',
    AIRTEL_PIN: 'a pin',
  }
  expect(faultsOf({ NODE_ENV, ...mobile })).toContain('  CALLBACK_SECRET: ')
  expect(faultsOf({ NODE_ENV, ...mobile, CALLBACK_SECRET: 'a'.repeat(64) })).not.toContain('CALLBACK_SECRET')
  expect(faultsOf({ NODE_ENV })).not.toContain('CALLBACK_SECRET')
  expect(readConfig(mobile).callbacks).toEqual({ secret: undefined, addresses: [], ofSms: [] })
  expect(readConfig({ CALLBACK_ADDRESSES: '196.201.212.0/24,::1' }).callbacks.addresses).toEqual([
    '196.201.212.0/24',
    '::1',
  ])
  for (const wrong of ['196.201.212.0/33', 'safaricom.co.ke', '1.2.3.4,'])
    expect(faultsOf({ CALLBACK_ADDRESSES: wrong })).toContain('  CALLBACK_ADDRESSES: ')
})

test('without a token metrics are served to this machine, but not in production or behind a proxy', () => {
  expect(readConfig({}).metrics).toEqual({ tokens: [], localIsOwn: true })
  for (const env of [{ PUBLIC_URL: 'https://nare.example' }, { TRUST_PROXY: '1' }])
    expect(readConfig(env).metrics.localIsOwn).toBe(false)
  expect(readConfig(real).metrics.localIsOwn).toBe(false)
})

test('two of a hundred new accounts must prove their identity by chance, and none in the sandbox', () => {
  const percentOf = (env: Record<string, string>) => readConfig(env).identity.proofPercent
  expect([percentOf({}), percentOf(real), percentOf({ ...real, PROOF_PERCENT: '0' })]).toEqual([0, 2, 0])
})

test('a certificate that cannot encrypt passwords is refused at the start', () => {
  const cut = '-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----'
  expect(faultsOf({ DARAJA_CERTIFICATE: cut })).toContain('  DARAJA_CERTIFICATE: ')
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  expect(faultsOf({ DARAJA_CERTIFICATE: pem.replaceAll('\n', '\\n') })).not.toContain('PEM')
})

test('every environment variable is documented in README or docs/operations.md', () => {
  const pages = ['README.md', 'docs/operations.md'].map((page) =>
    readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8'),
  )
  const named = new Set(pages.join('\n').match(/\b[A-Z][A-Z0-9_]+\b/g))
  const ours = variables.filter((name) => name === name.toUpperCase())
  expect(ours.filter((name) => !named.has(name))).toEqual([])
})

test('the sandbox is on by default only on a loopback address', () => {
  expect(readConfig({}).sandbox).toBe(true)
  expect(faultsOf({ HOST: '0.0.0.0', SANDBOX: 'on' })).toContain('SANDBOX=public')
  expect(readConfig({ HOST: '0.0.0.0', SANDBOX: 'public' }).sandbox).toBe(true)
})

test('the cycle of the league follows SPEED, a cycle takes at least a second, and outside the sandbox it needs a public salt', () => {
  const lengthOf = (env: Record<string, string>) => {
    const { bettingMs, lockMs, playMs, resultMs } = readConfig(env).league.cycle
    return [bettingMs, lockMs, playMs, resultMs]
  }
  expect(lengthOf({})).toEqual([130_000, 5_000, 40_000, 5_000])
  expect(lengthOf({ SPEED: '10' })).toEqual([13_000, 500, 4_000, 500])
  expect(lengthOf({ SPEED: '10000' }).reduce((sum, ms) => sum + ms)).toBeGreaterThanOrEqual(999)
  expect(readConfig({ LEAGUE: 'off' }).league.on).toBe(false)
  expect(readConfig({}).league.on).toBe(true)
  expect(faultsOf({ LEAGUE: 'on', SANDBOX: 'off', LEAGUE_SALT: 'random' })).toContain('  LEAGUE_SALT: ')
  expect(faultsOf({ LEAGUE: 'on', SANDBOX: 'off' })).not.toContain('LEAGUE')
  expect(readConfig({ LEAGUE_SALT: 'drand', DRAND_URL: 'https://relay.example/' }).league.drand?.url).toBe(
    'https://relay.example',
  )
  expect(faultsOf({ DRAND_CHAIN: 'quicknet' })).toContain('  DRAND_CHAIN: ')
  expect(readConfig({ CRASH: 'off' }).crash.on).toBe(false)
  expect(readConfig({}).crash).toMatchObject({ on: true, games: 20_000, cycle: { bettingMs: 6000, crashedMs: 3000 } })
  expect(readConfig({ SPEED: '100' }).crash.cycle).toEqual({ bettingMs: 333, crashedMs: 167 })
  expect(faultsOf({ CRASH: 'on', SANDBOX: 'off', CRASH_SALT: 'random' })).toContain('  CRASH_SALT: ')
  expect(faultsOf({ CRASH: 'on', SANDBOX: 'off', CRASH_GAMES: '20000' })).toContain('  CRASH_GAMES: ')
  expect(faultsOf({ CRASH: 'on', SANDBOX: 'off' })).not.toContain('CRASH')
  expect(faultsOf({ CRASH_CYCLE: '0,3' })).toContain('  CRASH_CYCLE: ')
  for (const LEAGUE_CYCLE of ['130,5,40', '0,5,40,5', '130,5,0,5', 'a,b,c,d'])
    expect(faultsOf({ LEAGUE_CYCLE })).toContain('  LEAGUE_CYCLE: ')
})

test('TRUST_PROXY is a number of proxies or a list of addresses', () => {
  const trust = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy
  expect(trust('1')).toBe(1)
  for (const text of ['10.0.0.1', '10.0.0.0/8, loopback', '::1']) expect(trust(text)).toBe(text)
  for (const text of ['true', 'proxy.example', '10.0.0.0/8/8', '10.0.0.1,']) {
    expect(faultsOf({ TRUST_PROXY: text })).toContain('TRUST_PROXY')
  }
})

test('an address of several hosts requires target_session_attrs, and a replica requires DATABASE_URL', () => {
  const list = 'postgres://u:p@a,b/nare'
  expect(faultsOf({ DATABASE_URL: list })).toContain('  DATABASE_URL: several hosts need target_session_attrs')
  expect(faultsOf({ DATABASE_URL: `${list}?target_session_attrs=standby` })).toContain('must be read-write here')
  expect(faultsOf({ DATABASE_REPLICA_URL: 'postgres://b/nare' })).toContain(
    '  DATABASE_REPLICA_URL: requires DATABASE_URL',
  )
  const DATABASE_URL = `${list}?target_session_attrs=read-write`
  expect(faultsOf({ DATABASE_URL, DATABASE_REPLICA_URL: DATABASE_URL })).toContain('must be standby here')
  const DATABASE_REPLICA_URL = `${list}?target_session_attrs=standby`
  expect(readConfig({ DATABASE_URL, DATABASE_REPLICA_URL })).toMatchObject({
    replica: { url: DATABASE_REPLICA_URL, lagMsMax: 1000 },
    replicaPoolSize: 8,
  })
})

test('OPERATORS names operators with their roles; a token without roles is possible, a wrong role or a name twice is refused', () => {
  const hash = 'a'.repeat(64)
  expect(
    readConfig({ OPERATORS: `asha:payments+finance:${hash},ben:${hash},gra:export.read:${hash}` }).operators,
  ).toEqual([
    { name: 'asha', roles: ['payments', 'finance'], hash },
    { name: 'ben', roles: undefined, hash },
    { name: 'gra', roles: [], only: 'export.read', hash },
  ])
  for (const wrong of [`asha:boss:${hash}`, `asha:${hash.slice(1)}`, 'asha', `asha:payments:${hash},asha:${hash}`])
    expect(faultsOf({ OPERATORS: wrong })).toContain('  OPERATORS: must ')
})

test('a key of the environment may be followed by those that it replaced', () => {
  const [one, two] = ['a'.repeat(64), 'b'.repeat(64)]
  expect(readConfig({ KYC_KEY: one }).kyc.key).toEqual({ key: Buffer.from(one, 'hex'), earlier: [] })
  const names = ['KYC_KEY', 'GAMES_KEY', 'LEAGUE_KEY', 'JACKPOT_KEY', 'CRASH_KEY', 'STAFF_KEY']
  const all = readConfig(Object.fromEntries(names.map((name) => [name, `${one},${two}`])))
  for (const key of [all.kyc, all.games, all.league, all.jackpot, all.crash].map((area) => area.key))
    expect(key).toEqual({ key: Buffer.from(one, 'hex'), earlier: [Buffer.from(two, 'hex')] })
  expect(all.console.staffKey).toEqual(all.kyc.key)
  expect(readConfig({ METRICS_TOKEN: `${one},${two}` }).metrics.tokens).toEqual([one, two, `${one},${two}`])
  expect(faultsOf({ STAFF_KEY: `${one},` })).toContain('  STAFF_KEY: must be 64 hexadecimal digits')
  expect(readConfig({ ENVELOPE_KEY: 'a key of our own, long enough' }).envelope.keys).toEqual([
    'a key of our own, long enough',
  ])
})
