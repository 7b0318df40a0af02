/**
 * What counts as one caller by its address: the address itself, or for IPv6 its first 64 bits, which a provider gives to one customer.
 * An IPv4 address that is written as IPv6 counts as it is written. A connection that is closed already has no address any more.
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
