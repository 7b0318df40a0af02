import { catalog } from '@nare/contract/catalog'
import { address } from '@nare/contract/route'
import { expect, test } from 'vitest'
import { earlyReads, reads } from './reads.ts'
import { appStore } from './store.ts'

const list = address(catalog.matches, { sport_id: '79', when: 'highlights', page: 1 }).url
const match = address(catalog.match, { match_id: '10000001' }).url

function rig() {
  const asked: string[] = []
  const waiting: ((data: unknown) => void)[] = []
  const store = appStore((route, input) => {
    asked.push(address(route, input as Record<string, unknown>).url)
    return new Promise((done) => {
      waiting.push((data) => done({ ok: true, status: 200, body: { data } as never }))
    })
  })
  const read = (url: string) => {
    const [one] = earlyReads([url])
    if (!one) throw new Error(`${url} is not read`)
    return store.dispatch(one)
  }
  return { asked, store, read, answer: (data: unknown = []) => waiting.shift()?.(data) }
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

test('what was asked before all reads were forgotten is not kept when it comes after: it may be of who was here before', async () => {
  const { store, read, answer } = rig()
  const before = read('/v1/sports')
  store.dispatch(reads.actions.forget())
  answer(['of the bettor before'])
  await before
  expect(store.getState().reads).toEqual({})
})

test('an answer that was asked for earlier and comes later does not take the place of the present one', async () => {
  const { store, read, answer } = rig()
  const before = read('/v1/sports')
  store.dispatch(reads.actions.forget())
  const now = read('/v1/sports')
  answer(['old'])
  await before
  expect(store.getState().reads['GET /v1/sports']?.loading).toBe(true)
  answer(['new'])
  await now
  expect(store.getState().reads['GET /v1/sports']?.body).toEqual({ data: ['new'] })
})
