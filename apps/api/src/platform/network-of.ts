import { isIP } from 'node:net'

/**
 * The address in a text that a proxy wrote: without the port that some proxies append (`198.51.100.7:4711`, `[2001:db8::1]:4711`), without
 * brackets or a zone, and as IPv4 if it is an IPv4 address written as IPv6. A text without an address is returned unchanged.
 */
export function bareAddress(text: string): string {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const [address = ''] = bare.split('%')
  if (isIP(address) === 0) return text
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address.toLowerCase()
}

/**
 * The network that counts as one caller: the IPv4 address, or the first 64 bits of an IPv6 address, which a provider assigns to one
 * customer. A closed connection has no address; its network is the empty string.
 */
export function networkOf(given: string | undefined = ''): string {
  const address = bareAddress(given)
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, groups - before.length - after.length)
  const all = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return all
    .slice(0, groups / 2)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

const groups = 8
