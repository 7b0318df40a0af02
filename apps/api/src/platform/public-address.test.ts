import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test('addresses of the internet are public', () => {
  for (const address of ['142.250.1.95', '8.8.8.8', '2a00:1450:4009:81f::200a', '172.32.0.1', '100.128.0.1'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
})

test('addresses of this machine, private networks, links, tunnels, groups and texts are not', () => {
  const own = ['0.0.0.0', '127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1']
  const special = [
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.2.1',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    'fe80::1%eth0',
  ]
  const more = ['fd00::1', 'ff02::1', '64:ff9b::a00:1', '2002:a00:1::', '2001:0:1::', '2001:db8::1', 'localhost', '']
  for (const address of [...own, ...special, ...more])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
})
