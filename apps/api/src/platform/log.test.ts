import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('the key of a callback address reaches no line of the log, however it came to be there', () => {
  const key = 'c0ffee00c0ffee00c0ffee00c0ffee00'
  let lines = ''
  const log = openLog('trace', { write: (line) => void (lines += line) })
  log.info({ url: `/cb/${key}`, nested: { deeply: [{ href: `https://nare.example/cb/${key}?a=1` }] } }, `to /cb/${key}`)
  log.error({ err: new Error(`POST http://127.0.0.1:3000/cb/${key} failed`) }, 'a call failed')
  log.child({ reqId: `/cb/${key}` }).warn('a child')
  log.warn({ url: `/cb/%63${key.slice(1)}` }, 'written otherwise')
  expect(lines.match(/\/cb\/\[hidden\]/g)?.length).toBeGreaterThanOrEqual(7)
  expect(lines).not.toContain(key.slice(1))
})
