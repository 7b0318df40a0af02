import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { machineGauges } from './machine-gauges.ts'

// A key that protects nothing, with two certificates that it signed itself: valid up to the year 2126, and up to the end of 2020.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjeBsK5e7ompe4pTt
dzubHr1/6pgEnYvOD16fVpSrPOihRANCAARsq3FerfLx7fAE/hvXbTimHakaNnRf
qSJBxJN+aaVs27sI67e2CC3r3/aGJZRPtIHIj73MJov8P5k5Kj5WvtRU
-----END PRIVATE KEY-----`
const valid = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUOLsosTHAK7rbixTkLT1hKjp/YMAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyOTEzMzcyOFoYDzIxMjYxMTA1
MTMzNzI4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARsq3FerfLx7fAE/hvXbTimHakaNnRfqSJBxJN+aaVs27sI67e2CC3r
3/aGJZRPtIHIj73MJov8P5k5Kj5WvtRUo1MwUTAdBgNVHQ4EFgQUu3S6/zHgApUr
RGRmgjRpQ0jepv4wHwYDVR0jBBgwFoAUu3S6/zHgApUrRGRmgjRpQ0jepv4wDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAr/bHgpX3/j1zrlsei3EZ
YVl+V+ZozuaDZkiGwAkbrgUCID6r+Ye9V8OjkuhTZd3hEBruhQqENq2YQaYDNcUZ
BA+8
-----END CERTIFICATE-----`
const ended = `-----BEGIN CERTIFICATE-----
MIIBDzCBtgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwHhcN
MjAwMTAxMDAwMDAwWhcNMjEwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARsq3FerfLx7fAE/hvXbTimHaka
NnRfqSJBxJN+aaVs27sI67e2CC3r3/aGJZRPtIHIj73MJov8P5k5Kj5WvtRUMAoG
CCqGSM49BAMCA0gAMEUCICmuvFNoFNSYLLa2Ms3+GLrypqvwOSeYCv48LJKiiRJA
AiEA7B+Zcu2DsJQvjnxCD/5g83K9hjC8gp40JqzBH65/lxQ=
-----END CERTIFICATE-----`

const readings = (publicUrl: string | undefined, name: string) => {
  const gauges = machineGauges({ dataDir: '/', backup: {} as never, publicUrl })
  return gauges.find((one) => one.name === name)?.read() ?? Promise.resolve([])
}

test.each([
  ['valid', valid, (seconds: number) => seconds > 86_400],
  ['ended', ended, (seconds: number) => seconds < 0],
])('the certificate of the public address is %s', async (_state, cert, isRight) => {
  const server = createServer({ key, cert })
  await once(server.listen(0, 'localhost'), 'listening')
  const { port } = server.address() as AddressInfo
  const [reading] = await readings(`https://localhost:${port}`, 'nare_certificate_seconds')
  expect(reading?.value).toSatisfy(isRight)
  server.close()
})

test('an address without a certificate has none, and one that does not answer is no reading', async () => {
  expect(await readings('http://localhost:1', 'nare_certificate_seconds')).toEqual([])
  expect(await readings(undefined, 'nare_certificate_seconds')).toEqual([])
  await expect(readings('https://localhost:1', 'nare_certificate_seconds')).rejects.toThrow(/ECONNREFUSED/)
})

test('the free part of the disk is between none and all', async () => {
  const [reading] = await readings(undefined, 'nare_disk_free_ratio')
  expect(reading?.labels).toEqual({ part: 'data' })
  expect(reading?.value).toBeGreaterThan(0)
  expect(reading?.value).toBeLessThanOrEqual(1)
})
