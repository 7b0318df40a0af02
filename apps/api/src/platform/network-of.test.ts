import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test('addresses of one IPv6 network count as one, in every notation', () => {
  const networks = (...addresses: string[]) => [...new Set(addresses.map(networkOf))]
  expect(networks('2001:db8::1', '2001:db8::2', '2001:db8::a:b:c:d', '2001:db8:0:0:1:2:3:4')).toEqual(['2001:db8:0:0'])
  expect(networks('2001:db8:7::1', '2001:db8:7:0:1:2:3:4')).toEqual(['2001:db8:7:0'])
  expect(networks('2001:db8:7:9:1:2:3:4', '2001:db8:7:9::')).toEqual(['2001:db8:7:9'])
  expect(networks('2001:db8:7:9::1', '2001:db8:7:8::1')).toHaveLength(2)
  expect(networks('::1', '::2')).toHaveLength(1)
})

test('an IPv4 address is its own network, also when written as IPv6', () => {
  expect(['198.51.100.7', '::ffff:198.51.100.7'].map(networkOf)).toEqual(['198.51.100.7', '::ffff:198.51.100.7'])
})
