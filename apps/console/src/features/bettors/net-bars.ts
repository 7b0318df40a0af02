import type { BettorDetails } from '@nare/contract/console-bettors'
import { centsOf } from '../../parts/cents.ts'

type Net = BettorDetails['net'][number]

/** The products that were played, each with its part of the largest net in whole percent: 100 is the longest bar. */
export function barsOf(net: readonly Net[]): readonly (Net & { readonly percent: number })[] {
  const sizes = net.map((each) => size(centsOf(each.net)))
  const largest = sizes.reduce((most, each) => (each > most ? each : most), 0n)
  return net.flatMap((each, at) => {
    const percent = largest === 0n ? 0 : Number(((sizes[at] ?? 0n) * 100n) / largest)
    return each.bets === 0 ? [] : [{ ...each, percent }]
  })
}

const size = (cents: bigint): bigint => (cents < 0n ? -cents : cents)
