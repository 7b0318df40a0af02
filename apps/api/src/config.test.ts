import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const faultsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

test('everything that is wrong is told at once, a line a variable', () => {
  const told = faultsOf({ PORT: 'x', SPEED: '-1', FEED: 'none of these', LOG_LEVEL: 'loud' })
  expect(told.split('\n')).toHaveLength(5)
  for (const name of ['PORT', 'SPEED', 'FEED', 'LOG_LEVEL']) expect(told).toContain(`  ${name}: `)
})

test('production takes no sandbox, no known key and no simulated feed', () => {
  const told = faultsOf({ NODE_ENV: 'production', SANDBOX: 'on' })
  for (const name of ['SANDBOX', 'PUBLIC_URL', 'ENVELOPE_KEY', 'FEED']) expect(told).toContain(`  ${name}: `)
})

test('the sandbox is on by itself only where nobody else can reach it', () => {
  expect(readConfig({}).sandbox).toBe(true)
  expect(faultsOf({ HOST: '0.0.0.0', SANDBOX: 'on' })).toContain('SANDBOX=public')
  expect(readConfig({ HOST: '0.0.0.0', SANDBOX: 'public' }).sandbox).toBe(true)
})

test('proxies in front are so many, or these addresses, and nothing else', () => {
  const trust = (TRUST_PROXY: string) => readConfig({ TRUST_PROXY }).trustProxy
  expect(trust('1')).toBe(1)
  for (const text of ['10.0.0.1', '10.0.0.0/8, loopback', '::1']) expect(trust(text)).toBe(text)
  for (const text of ['true', 'proxy.example', '10.0.0.0/8/8', '10.0.0.1,']) {
    expect(faultsOf({ TRUST_PROXY: text })).toContain('TRUST_PROXY')
  }
})
