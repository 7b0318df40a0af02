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
  expect(['198.51.100.7', '::ffff:198.51.100.7', '::FFFF:198.51.100.7'].map(networkOf)).toEqual(
    Array<string>(3).fill('198.51.100.7'),
  )
})

test('a port, brackets, a zone, capitals and leading zeros make no other network', () => {
  const networks = (...addresses: string[]) => [...new Set(addresses.map(networkOf))]
  expect(networks('198.51.100.7', '198.51.100.7:4711', '198.51.100.7:4712')).toEqual(['198.51.100.7'])
  expect(
    networks('[2001:db8::1]:4711', '[2001:db8::1]', '2001:DB8::1', '2001:0db8:0000::1', '2001:db8::1%eth0'),
  ).toEqual(['2001:db8:0:0'])
  expect(['unknown', ''].map(networkOf)).toEqual(['unknown', ''])
})
