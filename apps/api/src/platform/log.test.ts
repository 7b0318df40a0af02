import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oncePerSecond, openLog, openRepeatedFailures, safeUrl } from './log.ts'
import { levelOf } from './postgres.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A log with the lines it wrote. */
function written() {
  const lines: Record<string, unknown>[] = []
  const log = openLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  return { log, lines }
}

test('error codes and exit codes are logged, one-time codes are hidden', () => {
  const { log, lines } = written()
  log.error({ err: Object.assign(new Error('duplicate key'), { code: '23505' }) }, 'a call failed')
  log.warn({ code: 'ECONNRESET' }, 'lost')
  log.warn({ code: 137 }, 'ended')
  log.info({ code: '123456', body: { code: '654321', password: 'x' } }, 'request')
  expect(lines[0]).toMatchObject({ err: { code: '23505', message: 'duplicate key' } })
  expect(lines.slice(1, 3).map(({ code }) => code)).toEqual(['ECONNRESET', 137])
  expect(JSON.stringify(lines[3])).not.toMatch(/123456|654321|"x"/)
})

test('database rows and callback keys in errors never reach the log', () => {
  const { log, lines } = written()
  const error = Object.assign(new Error('fetch failed: https://user:pass@pay.example/cb/secretkey?token=abc'), {
    detail: 'Failing row contains (254712345678, secret hash)',
    code: '23514',
  })
  log.error({ err: error, url: '/cb/secretkey/more?x=1' }, 'a call failed')
  expect(JSON.stringify(lines)).not.toMatch(/secret|254712|abc|pass@/)
  expect(lines[0]).toMatchObject({ url: '/cb/[hidden]' })
})

test('addresses are logged without their secrets', () => {
  expect(safeUrl('/v1/bets?token=1#x')).toBe('/v1/bets')
  expect(safeUrl('http://a:b@c.example/v1/x?y')).toBe('http://c.example/v1/x')
})

test('repeated failures are reported once a second, with the count of those left out', () => {
  const reported: Record<string, unknown>[] = []
  const report = oncePerSecond((facts) => reported.push(facts))
  for (let n = 0; n < 500; n++) report({ n })
  expect(reported).toEqual([{ n: 0 }])
  vi.advanceTimersByTime(1000)
  expect(reported).toEqual([{ n: 0 }, { n: 499, more: 499 }])
  vi.advanceTimersByTime(1000)
  report({ n: 'later' })
  expect(reported.at(-1)).toEqual({ n: 'later' })
})

test('a panic of PostgreSQL is logged as an error, a refused statement is not', () => {
  expect(levelOf('2026-11-22 01:00:00 UTC [7] PANIC:  could not write to file')).toBe('error')
  expect(levelOf('2026-11-22 01:00:00 UTC [7] FATAL:  terminating connection')).toBe('warn')
  expect(levelOf('2026-11-22 01:00:00 UTC [7] ERROR:  duplicate key')).toBe('debug')
})

test('callback keys are hidden anywhere in a log line', () => {
  const key = 'c0ffee00c0ffee00c0ffee00c0ffee00'
  let lines = ''
  const log = openLog('trace', { write: (line) => void (lines += line) })
  log.info({ url: `/cb/${key}`, nested: { deeply: [{ href: `https://nare.example/cb/${key}?a=1` }] } }, `to /cb/${key}`)
  log.error({ err: new Error(`POST http://127.0.0.1:3000/cb/${key} failed`) }, 'a call failed')
  log.child({ reqId: `/cb/${key}` }).warn('a child')
  log.warn({ url: `/cb/%63${key.slice(1)}` }, 'written otherwise')
  log.info({ at: `/cb/sms/delivery/${key}` }, `reports come to https://nare.example/cb/sms/delivery/${key}`)
  expect(lines.match(/\/cb\/\[hidden\]/g)?.length).toBeGreaterThanOrEqual(7)
  expect(lines).not.toContain(key.slice(1))
})

test('failures of repeated work are logged less and less often, for each key separately', () => {
  const { failed, done } = openRepeatedFailures()
  const logged = Array.from({ length: 4096 }, () => failed('a')).filter((count) => count !== undefined)
  expect(logged).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3072, 4096])
  expect(failed('b')).toBe(1)
  done('a')
  expect([failed('a'), failed('b')]).toEqual([1, 2])
})
