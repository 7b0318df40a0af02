import { networkOf } from '#platform/network-of'
import type { Caller, Source } from '../source.ts'
import type { Devices } from './devices.ts'

/** The source of a caller's login attempts for this bettor: the recognised device, otherwise the network address. */
export async function sourceOf(
  devices: Pick<Devices, 'recognisedHash'>,
  { device, address }: Caller,
  bettor: bigint | undefined,
): Promise<Source> {
  const hash = device === undefined ? undefined : await devices.recognisedHash(device, bettor)
  return hash === undefined
    ? { key: `net ${networkOf(address)}`, recognised: false }
    : { key: `device ${hash}`, recognised: true }
}
