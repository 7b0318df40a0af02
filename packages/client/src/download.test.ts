import { expect, test } from 'vitest'
import { downloader } from './download.ts'
import { memoryStorage } from './memory-storage.ts'
import { session as newSession } from './session.ts'
import { entries } from './storage.ts'

function rig(answer: () => Response) {
  const store = entries(memoryStorage(), () => 1000)
  const called: string[] = []
  const asked: Request[] = []
  const session = newSession(
    store,
    { expired: () => called.push('expired'), signedOut: () => called.push('signed out') },
    () => '/profile',
  )
  session.save({ token: 'abc' })
  const download = downloader({
    base: 'http://nare.test',
    session,
    fetch: async (...given) => {
      asked.push(new Request(...given))
      return answer()
    },
  })
  return { download, session, called, asked }
}

test('a file is fetched with the session and gets the name that the server sends', async () => {
  const headers = { 'content-disposition': 'attachment; filename="bets.csv"' }
  const { download, asked } = rig(() => new Response('a,b\r\n', { headers }))
  const file = await download('/v1/bets.csv', 'other.csv')
  if (!file.ok) throw new Error('the file was not fetched')
  expect([file.name, await file.blob.text()]).toEqual(['bets.csv', 'a,b\r\n'])
  expect(asked[0]?.url).toBe('http://nare.test/v1/bets.csv')
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer abc')
})

test('a file name that contains a path is ignored', async () => {
  const headers = { 'content-disposition': 'attachment; filename="../../x"' }
  const { download } = rig(() => new Response('', { headers }))
  expect(await download('/v1/bets.csv', 'bets.csv')).toMatchObject({ ok: true, name: 'bets.csv' })
})

test('a 401 response to a download ends the session', async () => {
  const { download, session, called } = rig(() => Response.json({ status: 401 }, { status: 401 }))
  expect(await download('/v1/bets.csv', 'bets.csv')).toEqual({ ok: false, status: 401 })
  expect([called, session.token()]).toEqual([['expired'], undefined])
})

test('a missing response is returned as a failure and does not throw', async () => {
  const { download, session } = rig(() => {
    throw new TypeError('Failed to fetch')
  })
  expect(await download('/v1/bets.csv', 'bets.csv')).toEqual({ ok: false, status: 0 })
  expect(session.token()).toBe('abc')
})
