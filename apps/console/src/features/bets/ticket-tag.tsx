import type { TicketRow } from '@nare/contract/console-tickets'
import { Tag } from '../../parts/controls.tsx'
import { labelOf } from '../../parts/format.ts'

const tones = { won: 'up', lost: 'down', half_won: 'up', half_lost: 'down' } as const
const signs = { won: '✓ ', half_won: '✓ ', lost: '✕ ', half_lost: '✕ ' } as const

type State = TicketRow['state'] | 'half_won' | 'half_lost'

/** The state of a ticket or of a pick: a sign and a word, so that colour is never alone. */
export function TicketTag({ state }: { state: State }) {
  const known = state as keyof typeof tones
  return (
    <Tag tone={tones[known]}>
      {signs[known] ?? ''}
      {labelOf(state)}
    </Tag>
  )
}
