import type { Answer } from '@nare/contract/route'
import { operator } from '@nare/contract/operator'
import { ActionForm } from '../../parts/action-form.tsx'
import { Facts } from '../../parts/controls.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import { AskedForm } from '../../parts/asked-form.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { waits } from './waiting.tsx'

type Review = Answer<typeof operator.reviews>['data'][number]

/** Findings about payments, each to be closed by somebody who has looked at it. */
export function Reviews() {
  return (
    <PanelList
      title="Findings about payments"
      route={operator.reviews}
      columns={columns}
      rowId={({ review_id }: Review) => review_id}
      panel={(row, close) => <ReviewPanel row={row} onClose={close} />}
    />
  )
}

function ReviewPanel({ row, onClose }: { row: Review; onClose: () => void }) {
  return (
    <>
      <h2>{labelOf(row.what)}</h2>
      <p>{row.facts}</p>
      <Facts
        rows={[
          ['Payment', row.payment_id],
          ['Found', whenText(row.at, serverNow())],
        ]}
      />
      <AskedForm action="Close the finding">
        <ActionForm
          route={operator.resolveReview}
          title="Close the finding"
          sentence="It leaves the queue, and no longer holds withdrawals of its bettor. No money moves."
          action="Close it"
          input={({ reason }) => ({ id: row.review_id, reason })}
          onClose={onClose}
        />
      </AskedForm>
    </>
  )
}

const columns: readonly Column<Review>[] = [
  waits(({ at }) => at),
  { id: 'what', head: 'What', cell: ({ what }) => <b>{labelOf(what)}</b>, sort: ({ what }) => what, width: 220 },
  { id: 'payment', head: 'Payment', cell: ({ payment_id }) => payment_id, width: 110 },
  { id: 'facts', head: 'Facts', cell: ({ facts }) => facts, wide: true },
]
