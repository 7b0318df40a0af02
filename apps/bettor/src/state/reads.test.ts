import { catalog } from '@nare/contract/catalog'
import { address } from '@nare/contract/route'
import { expect, test } from 'vitest'
import { earlyReads } from './reads.ts'
import { appStore } from './store.ts'

const list = address(catalog.matches, { sport_id: '79', when: 'highlights', page: 1 }).url
const match = address(catalog.match, { match_id: '10000001' }).url

function rig() {
  const asked: string[] = []
  let answer = (): void => {}
  const store = appStore((route, input) => {
    asked.push(address(route, input as Record<string, unknown>).url)
    return new Promise((done) => {
      answer = () => done({ ok: true, status: 200, body: { data: [] } as never })
    })
  })
  return { asked, store, answer: () => answer() }
}

test('what the shell asked for stands in the state under the address that the screens read by', async () => {
  const { asked, store, answer } = rig()
  const reads = earlyReads([list, match, '/v1/sports', '/v1/unknown'])
  expect(reads).toHaveLength(3)
  const [first] = reads
  if (!first) throw new Error('no read')
  const read = store.dispatch(first)
  answer()
  await read
  expect(asked).toEqual([list])
  expect(store.getState().reads[`GET ${list}`]).toMatchObject({ body: { data: [] }, loading: false })
})

test('a read that is on its way is not asked for a second time', async () => {
  const { asked, store, answer } = rig()
  const [one, other] = [earlyReads(['/v1/sports']), earlyReads(['/v1/sports'])].flat()
  if (!one || !other) throw new Error('no reads')
  const read = store.dispatch(one)
  await store.dispatch(other)
  expect(asked).toEqual(['/v1/sports'])
  answer()
  await read
  expect(store.getState().reads['GET /v1/sports']?.loading).toBe(false)
})
