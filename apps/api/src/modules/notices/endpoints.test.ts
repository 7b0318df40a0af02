import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { readBrowser } from './endpoints.ts'

const pair = createECDH('prime256v1')
pair.generateKeys()
const keys = { p256dh: pair.getPublicKey().toString('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') }
const hosts = ['fcm.googleapis.com', '*.notify.windows.com']
const faultsOf = (given: Partial<Parameters<typeof readBrowser>[0]>): string[] => {
  const read = readBrowser({ endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys, ...given }, hosts)
  return read.ok ? [] : Object.keys(read.facts?.['fields'] ?? {})
}

test('browsers of known push services are accepted', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/a:b-C_1',
    'https://db5p.notify.windows.com/w/?token=x%2b',
  ])
    expect(faultsOf({ endpoint })).toEqual([])
  const padded = { p256dh: pair.getPublicKey().toString('base64'), auth: Buffer.alloc(16, 1).toString('base64') }
  expect(faultsOf({ keys: padded })).toEqual([])
})

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user@fcm.googleapis.com/x',
  'https://fcm.googleapis.com@evil.example/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evilfcm.googleapis.com/x',
  'https://notify.windows.com/x',
  'https://evilnotify.windows.com/x',
  'https://FCM.googleapis.com/x',
  'https://fcm.googleapis.com/a/../b',
  'https://fcm.googleapis.com/x#y',
  'https://fcm.googleapis.com\\@evil.example/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://2130706433/x',
  'https://localhost/x',
  'https://fcm.googleapis.com/\nx',
  'file:///etc/passwd',
  'fcm.googleapis.com/x',
  '',
])('the address %j is refused with its field', (endpoint) => {
  expect(faultsOf({ endpoint })).toEqual(['subscription.endpoint'])
})

test('keys that are no point of the curve, or no secret, are refused with their fields', () => {
  const off = Buffer.alloc(65, 3)
  off[0] = 4
  for (const p256dh of [
    '',
    'x',
    off.toString('base64url'),
    pair.getPublicKey(null, 'compressed').toString('base64url'),
  ])
    expect(faultsOf({ keys: { ...keys, p256dh } })).toEqual(['subscription.keys.p256dh'])
  for (const auth of ['', 'x', Buffer.alloc(17).toString('base64url'), '%%%%'])
    expect(faultsOf({ keys: { ...keys, auth } })).toEqual(['subscription.keys.auth'])
})
