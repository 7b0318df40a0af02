import { operator } from '@nare/contract/operator'
import { Figures } from '../../parts/figures.tsx'
import { Filters, TextFilter } from '../../parts/filter.tsx'
import { amountText, countOf, countText, moneyText } from '../../parts/format.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useRead } from '../../wire/use-read.ts'

const everyMs = 15_000

/** What was issued of points and how it ended within days, and what bettors have now, each at what it is worth when redeemed. */
export function PointFigures() {
  const [{ from, to }, setFilters] = useFilters<'from' | 'to'>()
  const read = useRead(operator.pointBooks, { ...(from && { from }), ...(to && { to }) }, { everyMs })
  const books = read.data?.data
  return (
    <>
      <Filters>
        <TextFilter
          label="From"
          type="date"
          value={from ?? books?.from}
          onChange={(next) => setFilters({ from: next })}
        />
        <TextFilter label="Until" type="date" value={to ?? books?.to} onChange={(next) => setFilters({ to: next })} />
      </Filters>
      {read.error && <LoadFailed error={read.error} onRetry={() => void read.refetch()} />}
      {books && (
        <Figures
          label="Points by the ledger"
          figures={[
            {
              label: 'Outstanding now',
              value: countText(books.outstanding),
              about: `worth ${moneyText(books.value)} when redeemed`,
            },
            {
              label: 'Issued',
              value: countText(books.issued),
              about: `${moneyText(books.issued_value)}: ${parts([
                ['for bets', books.earned.points],
                ['as prizes', books.prizes.points],
                ['by promotions', books.promotions.points],
                ['by hand', books.added.points],
              ])}`,
            },
            {
              label: 'Redeemed',
              value: countText(books.redeemed.points),
              about: `${moneyText(books.redeemed_value)}, ${countOf(books.redeemed.times, 'time')}`,
            },
            {
              label: 'Ended otherwise',
              value: countText(books.gone - books.redeemed.points),
              about: parts([
                ['expired', books.expired.points],
                ['taken back', books.taken_back.points],
                ['by hand', books.deducted.points],
              ]),
            },
            {
              label: 'Cost of redeemed points, ever',
              value: amountText(books.bonus.cost),
              about: `${amountText(books.bonus.granted)} granted, ${amountText(books.bonus.converted)} became cash`,
            },
          ]}
        />
      )}
    </>
  )
}

/** "1,200 bets, 300 prizes": what a sum is made of, without what is nothing. */
const parts = (of: readonly (readonly [name: string, points: number])[]): string =>
  of.flatMap(([name, points]) => (points === 0 ? [] : [`${countText(points)} ${name}`])).join(', ') || 'nothing'
