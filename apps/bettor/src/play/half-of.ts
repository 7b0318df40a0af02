import { usesCents } from '@nare/ui/format'

/** Half of a stake in cents, rounded down to what people of the country can stake. */
export const halfOf = (stake: bigint): bigint => (usesCents() ? stake / 2n : (stake / 200n) * 100n)
