/**
 * The network that counts as one caller: the address, or the first 64 bits of an IPv6 address, which a provider assigns to one customer. An
 * IPv4 address written as IPv6 is returned unchanged. A closed connection has no address; its network is the empty string.
 */
export function networkOf(address: string | undefined = ''): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, groups - before.length - after.length)
  const all = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return all.slice(0, groups / 2).join(':')
}

const groups = 8
