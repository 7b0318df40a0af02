import { Tag } from '../../parts/controls.tsx'
import { whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import type { Withdrawal } from './rules.ts'

type Claim = NonNullable<Withdrawal['claim']>

/** Who works on a withdrawal; of one that is held, until when. */
export const claimText = ({ by, until, reason }: Claim, nowMs: number): string =>
  reason === null ? by : `${by} until ${whenText(until, nowMs)}`

export function ClaimTag({ claim }: { claim: Claim }) {
  return <Tag tone="amber">{claimText(claim, serverNow())}</Tag>
}
