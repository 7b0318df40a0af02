import pg from 'pg'
import { expect, test } from 'vitest'
import { readConfig } from '#config'
import { openHttp } from './http.ts'
import { openLog } from './log.ts'
import { openMetrics } from './metrics.ts'

async function scraper(tokens: readonly string[], localIsOwn = true) {
  const app = await openHttp({ config: readConfig({ LIMITS_BY_ADDRESS: 'off' }), log: openLog('silent') })
  openMetrics({ app, pools: { all: new pg.Pool() }, tokens, localIsOwn }).count('bets placed', 3)
  return async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const reply = await app.inject({ url: '/metrics', remoteAddress, headers })
    return reply.body.includes('nare_events_total{event="bets placed"} 3') ? 'metrics' : reply.statusCode
  }
}

test('without a token metrics are served to this machine, not to others or through a proxy', async () => {
  const scrape = await scraper([])
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await scrape(own)).toBe('metrics')
  for (const other of ['10.0.0.9', '2001:db8::1', '::ffff:10.0.0.9']) expect(await scrape(other)).toBe(404)
  expect(await scrape('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(404)
  expect(await scrape('10.0.0.9', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  expect(await scrape('10.0.0.9', { authorization: 'Bearer undefined' })).toBe(404)
})

test('metrics are served anywhere with the token', async () => {
  const scrape = await scraper(['a-token-for-prometheus', 'the-token-before-it'])
  expect(await scrape('10.0.0.9', { authorization: 'Bearer a-token-for-prometheus' })).toBe('metrics')
  expect(await scrape('10.0.0.9', { authorization: 'Bearer the-token-before-it' })).toBe('metrics')
  expect(await scrape('10.0.0.9', { authorization: 'Bearer a-token-for-prometheuS' })).toBe(404)
  expect(await scrape('10.0.0.9')).toBe(404)
  // A proxy on this machine may pass on requests of strangers without saying so.
  expect(await scrape('127.0.0.1')).toBe(404)
})

test('metrics need the token where a local proxy may be silent', async () => {
  const scrape = await scraper([], false)
  expect(await scrape('127.0.0.1')).toBe(404)
})
