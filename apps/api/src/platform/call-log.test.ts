import { expect, test, vi } from 'vitest'
import { CallLog } from './call-log.ts'
import { openLog } from './log.ts'

test('each line of a call has its bindings, without secrets', () => {
  const lines: Record<string, unknown>[] = []
  const log = new CallLog(openLog('info', { write: (line) => lines.push(JSON.parse(line)) }), { reqId: 'a-1' })
  log.warn({ token: 'secret' }, 'late')
  log.error('failed')
  log.debug('not shown')
  log.child({ part: 'b' }).info('done')
  expect(log.level).toBe('info')
  expect(lines).toMatchObject([
    { level: 40, reqId: 'a-1', token: '[hidden]', msg: 'late' },
    { level: 50, reqId: 'a-1', msg: 'failed' },
    { level: 30, reqId: 'a-1', part: 'b', msg: 'done' },
  ])
})

test('a child logger is created only for a call that logs a line', () => {
  const parent = openLog('silent')
  const child = vi.spyOn(parent, 'child')
  const log = new CallLog(parent, { reqId: 'a-1' })
  expect([log.level, child.mock.calls.length]).toEqual(['silent', 0])
  log.info('first')
  log.info('second')
  expect(child).toHaveBeenCalledOnce()
})
