import { expect, test } from 'vitest'
import { appStorage, defaultTtlMs, entries } from './storage.ts'
import { memoryStorage } from './memory-storage.ts'

const throwing = (fault: string) => () => {
  throw new Error(fault)
}

test('an entry is readable until it expires, and is then removed from the storage', () => {
  const raw = memoryStorage()
  let now = 1000
  const store = entries(raw, () => now)
  store.write('user', { id: '1' })
  expect(JSON.parse(raw.getItem('user') ?? '')).toEqual({ value: { id: '1' }, created: 1000, ttl: 26298e5 })
  now += defaultTtlMs
  expect(store.read('user')).toEqual({ id: '1' })
  now += 1
  expect(store.read('user')).toBeUndefined()
  expect(raw.getItem('user')).toBeNull()
})

test('malformed text is read as empty and never throws', () => {
  const raw = memoryStorage({ broken: 'not json', plain: '"text"', number: '7', none: 'null', half: '{"value":1}' })
  const store = entries(raw, () => 0)
  for (const key of ['broken', 'plain', 'number', 'none', 'half', 'absent']) expect(store.read(key)).toBeUndefined()
})

test('with a full, blocked or missing storage, entries are kept while the app is open', () => {
  const full = { ...memoryStorage(), setItem: throwing('quota') }
  const closed = { ...full, getItem: throwing('denied'), removeItem: throwing('denied') }
  for (const storage of [full, closed, undefined]) {
    const store = entries(storage, () => 0)
    store.write('user', { token: 't' })
    store.flag.set('skipUserUpdate')
    expect([store.read('user'), store.flag.isSet('skipUserUpdate')]).toEqual([{ token: 't' }, true])
    store.remove('user')
    expect(store.read('user')).toBeUndefined()
  }
})

test('entries that a full storage refused are written when space is free', () => {
  const raw = memoryStorage()
  let room = false
  const store = entries(
    { ...raw, setItem: (key, text) => (room ? raw.setItem(key, text) : throwing('quota')()) },
    () => 0,
  )
  store.write('betslip', [1])
  expect(raw.getItem('betslip')).toBeNull()
  room = true
  store.write('betslip', [1, 2])
  expect(JSON.parse(raw.getItem('betslip') ?? '').value).toEqual([1, 2])
})

test('an old value that a full storage does not let go is removed, so that it does not return with the next visit', () => {
  const raw = memoryStorage()
  entries(raw, () => 0).write('betslip', ['old'])
  const full = { ...raw, getItem: raw.getItem, removeItem: raw.removeItem, setItem: throwing('quota') }
  const store = entries(full, () => 0)
  store.write('betslip', ['new'])
  expect([store.read('betslip'), entries(raw, () => 0).read('betslip')]).toEqual([['new'], undefined])
  let hasOld = true
  entries(raw, () => 0).write('betslip', ['old'])
  const tight = {
    ...full,
    removeItem: (key: string) => ((hasOld = false), raw.removeItem(key)),
    setItem: (key: string, text: string) => (hasOld ? throwing('quota')() : raw.setItem(key, text)),
  }
  entries(tight, () => 0).write('betslip', ['new'])
  expect(entries(raw, () => 0).read('betslip')).toEqual(['new'])
})

test('an entry created in the future starts its time to live now', () => {
  const raw = memoryStorage()
  let now = 9e14
  const store = entries(raw, () => now)
  store.write('user', { token: 't' })
  now = 1000
  expect(store.read('user')).toEqual({ token: 't' })
  now += defaultTtlMs + 1
  expect(store.read('user')).toBeUndefined()
})

test('a flag is stored as the plain text true', () => {
  const raw = memoryStorage()
  const store = entries(raw, () => 0)
  expect(store.flag.isSet('skipUserUpdate')).toBe(false)
  store.flag.set('skipUserUpdate')
  expect(raw.getItem('skipUserUpdate')).toBe('true')
})

test('the app shares no key with another app of the same origin, and keeps the keys of the specification', () => {
  const raw = memoryStorage({ theme: 'of another app', 'operator:user': 'of another app' })
  const store = entries(appStorage(raw), () => 0)
  expect(store.read('theme')).toBeUndefined()
  store.write('theme', 'dark')
  store.write('user', { token: 't' })
  store.remove('theme')
  store.write('visits', [1])
  const keys = Array.from({ length: raw.length }, (_, at) => raw.key(at))
  expect(keys).toEqual(['theme', 'operator:user', 'user', 'bettor:visits'])
  expect(raw.getItem('theme')).toBe('of another app')
})
