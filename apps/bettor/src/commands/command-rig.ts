import type { Failed } from '@nare/client/call'
import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { sentIds } from './sent-ids.ts'

/** A failed response, for tests. */
export const failed = (status: number, code: Failed['code'] = 'internal', body: Failed['body'] = {}): Failed => ({
  ...{ ok: false, status, code, error: 'no', fields: {}, body },
})
/** A request without a response. */
export const lost = failed(0, 'no_answer')
export const notFound = failed(404, 'not_found')

let idCount = 0

/** The tools of commands, for tests with fake timers. Two of them on one storage are two tabs, or a page before and after a reload. */
export const testTools = (storage: Storage = memoryStorage()) => ({
  newId: () => `id-${++idCount}`,
  ids: sentIds(
    entries(storage, () => 0),
    'ids',
  ),
  wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
})
