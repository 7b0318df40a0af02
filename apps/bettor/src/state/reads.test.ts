import { catalog } from '@nare/contract/catalog'
import { address } from '@nare/contract/route'
import { expect, test } from 'vitest'
import { earlyReads, load, reads, refresh } from './reads.ts'
import { appStore } from './store.ts'

const list = address(catalog.matches, { sport_id: '79', when: 'highlights', page: 1 }).url
const match = address(catalog.match, { match_id: '10000001' }).url

function rig() {
  const asked: string[] = []
  const waiting: ((data: unknown) => void)[] = []
  const store = appStore((route, input) => {
    asked.push(address(route, input as Record<string, unknown>).url)
    return new Promise((resolve) => {
      waiting.push((data) => resolve({ ok: true, status: 200, body: { data } as never }))
    })
  })
  const read = (url: string) => {
    const [one] = earlyReads([url])
    if (!one) throw new Error(`${url} is not read`)
    return store.dispatch(one)
  }
  return { asked, store, read, answer: (data: unknown = []) => waiting.shift()?.(data) }
}

test('the response to an early request is stored under the same key that the screens use', async () => {
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

test('a read that is being requested is not requested a second time', async () => {
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

test('a response to a request from before `forget` is not stored: it may belong to the previous bettor', async () => {
  const { store, read, answer } = rig()
  const before = read('/v1/sports')
  store.dispatch(reads.actions.forget())
  answer(['of the bettor before'])
  await before
  expect(store.getState().reads).toEqual({})
})

test('a late response does not replace the response to the current request', async () => {
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

test('fifty pages of a list and the other reads of its screen stay cached, so none of them is requested a second time', async () => {
  const asked: string[] = []
  const store = appStore((route, input) => {
    asked.push(address(route, input as Record<string, unknown>).url)
    return Promise.resolve({ ok: true, status: 200, body: { data: [] } as never })
  })
  const inputs = Array.from({ length: 90 }, (_, index) => ({ sport_id: '79', page: index + 1 }))
  /** Loads the missing reads, as mounted components do. */
  const loadMissing = async (): Promise<void> => {
    for (const input of inputs) {
      const key = `GET ${address(catalog.matches, input).url}`
      if (!store.getState().reads[key]) await store.dispatch(load({ key, route: catalog.matches, input }))
    }
  }
  await loadMissing()
  await loadMissing()
  expect(asked).toHaveLength(90)
})

test('a refresh during a request runs after it, once however often it was requested', async () => {
  const { asked, store, answer } = rig()
  const request = { key: 'GET /v1/sports', route: catalog.sports, input: {} }
  const body = () => store.getState().reads[request.key]?.body
  const running = store.dispatch(load(request))
  await store.dispatch(refresh(request))
  await store.dispatch(refresh(request))
  answer(['before the change'])
  await expect.poll(() => asked.length).toBe(2)
  answer(['after the change'])
  await running
  expect([asked.length, body(), store.getState().reads[request.key]?.loading]).toEqual([
    2,
    { data: ['after the change'] },
    false,
  ])
})

test('above a hundred the least recently used reads are evicted, not the oldest ones', async () => {
  const { store, answer } = rig()
  const readOne = async (n: number): Promise<void> => {
    const running = store.dispatch(load({ key: `GET ${n}`, route: catalog.sports, input: {} }))
    answer([n])
    await running
  }
  for (let n = 1; n <= 100; n++) await readOne(n)
  store.dispatch(reads.actions.used('GET 1'))
  await readOne(2)
  await readOne(101)
  await readOne(102)
  const left = Object.keys(store.getState().reads)
  expect([left.length, ['GET 1', 'GET 2', 'GET 3', 'GET 4', 'GET 5'].map((key) => left.includes(key))]).toEqual([
    100,
    [true, true, false, false, true],
  ])
})
