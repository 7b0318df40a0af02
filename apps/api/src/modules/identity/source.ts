import { networkOf } from '#platform/network-of'
import type { Devices } from './devices.ts'

/** Who calls without having proven anything yet: the network address, and the token of the browser's device cookie if there is one. */
export type Caller = { readonly address: string; readonly device: string | undefined }

/** Where a try for one account comes from. `known`: a device in which its bettor has logged in before. */
export type Source = { readonly key: string; readonly known: boolean }

/** The source of a caller's tries for this bettor; a device that is not this bettor's counts by its address. */
export async function sourceOf(
  devices: Pick<Devices, 'knows'>,
  { device, address }: Caller,
  bettor: bigint | undefined,
): Promise<Source> {
  const hash = device === undefined ? undefined : await devices.knows(device, bettor)
  return hash === undefined
    ? { key: `net ${networkOf(address)}`, known: false }
    : { key: `device ${hash}`, known: true }
}
