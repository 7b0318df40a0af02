import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { openDeviceCookie } from './device-cookie.ts'

const token = 'a'.repeat(43)
const request = (cookie?: string) => ({ headers: { ...(cookie !== undefined && { cookie }) } })

function cookieOf(secure: boolean): unknown {
  const headers: Record<string, unknown> = {}
  const reply = { header: (name: string, value: unknown) => (headers[name] = value) } as unknown as FastifyReply
  openDeviceCookie({ secure }).keep(reply, token)
  return headers['set-cookie']
}

test('in production the device cookie is sent over https only and bound to this host', () => {
  expect(cookieOf(true)).toBe(
    `__Host-nare_device=${token}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure`,
  )
  expect(openDeviceCookie({ secure: true }).read(request(`nare_device=${token}`))).toBeUndefined()
  expect(openDeviceCookie({ secure: true }).read(request(`a=b; __Host-nare_device=${token}`))).toBe(token)
})

test('a malformed cookie is ignored', () => {
  const { read } = openDeviceCookie({ secure: false })
  for (const cookie of [
    undefined,
    '',
    ';;;',
    'nare_device',
    'nare_device=',
    'nare_device=short',
    `nare_device=${token}x`,
  ])
    expect(read(request(cookie))).toBeUndefined()
  expect(read(request(`${'x=1; '.repeat(60)}nare_device=${token}`))).toBeUndefined()
  expect(read(request(`nare_device=${token}`))).toBe(token)
})
