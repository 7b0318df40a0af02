import { networkOf } from '#platform/network-of'
import type { Caller, Source } from '../source.ts'
import type { Devices } from './devices.ts'

/** The source of a caller's tries for this bettor; a device that is not this bettor's counts by its network address. */
export async function sourceOf(
  devices: Pick<Devices, 'recognises'>,
  { device, address }: Caller,
  bettor: bigint | undefined,
): Promise<Source> {
  const hash = device === undefined ? undefined : await devices.recognises(device, bettor)
  return hash === undefined
    ? { key: `net ${networkOf(address)}`, recognised: false }
    : { key: `device ${hash}`, recognised: true }
}
