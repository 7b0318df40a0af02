import { Trans, useLingui } from '@lingui/react/macro'
import { ledger } from '@nare/contract/ledger'
import type { Sent } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { Table } from '@nare/ui/table'
import { useSearchParams } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import { usePages } from '../../paging/use-pages.ts'
import { useRead } from '../../state/use-read.ts'
import { Retry } from '../../loading/retry.tsx'
import { NothingHere } from '../../pages/nothing-here.tsx'
import style from './account.module.css'
import { CsvButton } from './csv-button.tsx'
import { DayFields, daysOf, filled } from './days.tsx'
import { kinds, useKindText } from './kinds.ts'
import { StatementRow } from './statement-row.tsx'
import { Totals } from '../../play/totals.tsx'

const perPage = 30

type Filter = Pick<Sent<typeof ledger.transactions>, 'kind' | 'from' | 'to'>

/** The wallet statement: each transaction with the balance after it, filtered by kind and days, with totals and a CSV download. */
export function Statement() {
  const { t } = useLingui()
  const kindText = useKindText()
  const [query, setQuery] = useSearchParams()
  const kind = kinds.find((known) => known === query.get('kind'))
  const days = daysOf(query)
  const filter = filled({ kind, ...days })
  const setFilter = (to: Record<string, string | undefined>): void =>
    setQuery(filled({ tab: 'statement', ...filter, ...to }), { replace: true })
  const key = new URLSearchParams(filter).toString()
  return (
    <section aria-labelledby="statement">
      <h2 id="statement" className="unseen">{t`Statement`}</h2>
      <div className={style.filters}>
        <label className={style.choice}>
          {t`Type`}
          <select value={kind ?? ''} onChange={(event) => setFilter({ kind: event.target.value })}>
            <option value="">{t`All types`}</option>
            {kinds.map((option) => (
              <option key={option} value={option}>
                {kindText(option)}
              </option>
            ))}
          </select>
        </label>
        <DayFields days={days} onChange={setFilter} />
        <CsvButton url={`${ledger.transactions.path}.csv${key && `?${key}`}`} name="statement.csv" />
      </div>
      <Rows key={key} filter={filter} />
    </section>
  )
}

function Rows({ filter }: { filter: Filter }) {
  const { i18n, t } = useLingui()
  const { pages, more } = usePages(`statement ${JSON.stringify(filter)}`)
  const { body, failed, loading, again } = useRead(ledger.transactions, { ...filter, page: 1, limit: perPage }, 0)
  if (!body && failed && !loading) {
    return <Retry why={failureText(i18n, failed)} again={again} />
  }
  if (!body) return <Skeleton rows={4} />
  const { up_to, total } = body.meta
  return (
    <>
      <Totals
        sums={[
          { label: t`Money in`, value: body.totals.in },
          { label: t`Money out`, value: body.totals.out },
          { label: t`Change`, value: body.totals.net },
        ]}
      />
      {total === 0 ? (
        <NothingHere drawing="statement" href="/deposit" link={t`Deposit`}>
          <Trans>No deposits, bets or withdrawals here yet</Trans>
        </NothingHere>
      ) : (
        <Table className={style.movements} scrollerLabel={t`Transactions`}>
          <thead>
            <tr>
              <th scope="col">{t`Transaction`}</th>
              <th scope="col">{t`Amount`}</th>
              <th scope="col">{t`Balance`}</th>
            </tr>
          </thead>
          <tbody>
            {body.data.map((row) => (
              <StatementRow key={row.transaction_id} row={row} />
            ))}
            {Array.from({ length: pages - 1 }, (_, index) => (
              <MoreRows key={index} request={{ ...filter, page: index + 2, limit: perPage, up_to }} />
            ))}
          </tbody>
        </Table>
      )}
      {total > pages * perPage && <Button look="soft" wide onClick={more}>{t`Load more`}</Button>}
    </>
  )
}

function MoreRows({ request }: { request: Sent<typeof ledger.transactions> }) {
  const { body, failed, again } = useRead(ledger.transactions, request, 60_000)
  if (body) return body.data.map((row) => <StatementRow key={row.transaction_id} row={row} />)
  return (
    <tr>
      <td colSpan={3}>
        {failed ? (
          <Button look="plain" small onClick={again}>
            <Trans>Retry</Trans>
          </Button>
        ) : (
          '…'
        )}
      </td>
    </tr>
  )
}
