import { isIP } from 'node:net'
import { addressList } from './address-list.ts'
import { bareAddress } from './network-of.ts'

/** Networks that are not on the internet, by the registries of special addresses of IANA. */
const special = addressList([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
  // Of the global addresses of IPv6: protocols and tunnels, which may lead to an IPv4 address, and documentation.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
])
const globalV6 = addressList(['2000::/3'])

/** Whether an address is one of the internet: not of this machine, a private network, a link, a tunnel or a group. */
export function isPublicAddress(given: string): boolean {
  const address = bareAddress(given)
  const version = isIP(address)
  if (version === 0 || special(address)) return false
  return version === 4 || globalV6(address)
}
