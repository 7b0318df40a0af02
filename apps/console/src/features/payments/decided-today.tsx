import { currencySign } from '@nare/ui/format'
import type { Answer } from '@nare/contract/route'
import { operator } from '@nare/contract/operator'
import { Empty } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { amountText, countText, durationText, whenText } from '../../parts/format.ts'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import { becauseTexts } from './rules.ts'
import style from './payments.module.css'

type Decided = Answer<typeof operator.decidedWithdrawals>
type Row = Decided['data'][number]

const everyMs = 15_000

/** What people decided about withdrawals today, and how fast. */
export function DecidedToday() {
  const { data } = useRead(operator.decidedWithdrawals, {}, { everyMs })
  if (!data) return null
  return (
    <section className={style.decided} aria-labelledby="decided-today">
      <header>
        <h2 id="decided-today">Decided today</h2>
        <span className="t2">{howMany(data.summary)}</span>
        <span className={style.speed}>{howFast(data.summary)}</span>
      </header>
      <DataTable
        label="Decided today"
        rows={data.data}
        columns={columns}
        rowId={({ withdrawal_id }) => withdrawal_id}
        empty={<Empty>Nobody has decided anything yet.</Empty>}
        quiet
      />
    </section>
  )
}

/** "1,443 without a person, 33 by a person, 4 of them refused". */
export function howMany({ automatic, by_people, refused }: Decided['summary']): string {
  const people = `${countText(by_people)} by a person`
  return `${countText(automatic)} without a person, ${people}${refused > 0 ? `, ${countText(refused)} of them refused` : ''}`
}

/** "half in 3 min, 95 of 100 in 12 min"; nothing before the first decision. */
export const howFast = ({ half_s, most_s }: Decided['summary']): string =>
  half_s === null || most_s === null ? '' : `half in ${durationText(half_s)}, 95 of 100 in ${durationText(most_s)}`

const decisionText = ({ decision, by }: Row): string =>
  decision === 'refused' ? 'Refused' : by.length > 1 ? 'Approved by two' : 'Approved'

const columns: readonly Column<Row>[] = [
  { id: 'at', head: 'At', cell: ({ at }) => whenText(at, serverNow()), sort: ({ at }) => at, width: 76 },
  {
    id: 'bettor',
    head: 'Bettor',
    cell: ({ name, bettor_id }) => name ?? bettor_id,
    sort: ({ name }) => name ?? '',
  },
  {
    id: 'sum',
    head: currencySign(),
    cell: ({ sum }) => <b>{amountText(sum)}</b>,
    sort: ({ sum }) => Number(sum),
    end: true,
    width: 96,
  },
  { id: 'decision', head: 'Decision', cell: (row) => <b>{decisionText(row)}</b>, sort: decisionText, width: 120 },
  {
    id: 'because',
    head: 'Why it stopped',
    cell: ({ because }) => because.map((rule) => becauseTexts[rule]).join(', '),
    wide: true,
  },
  { id: 'by', head: 'By', cell: ({ by }) => by.join(', '), sort: ({ by }) => by.join(), width: 130, wide: true },
  {
    id: 'took',
    head: 'Took',
    cell: ({ took_s }) => durationText(took_s),
    sort: ({ took_s }) => took_s,
    end: true,
    width: 76,
    wide: true,
  },
]
