import { Trans, useLingui } from '@lingui/react/macro'
import { betting, type BetView } from '@nare/contract/betting'
import { products } from '@nare/contract/products'
import type { Sent } from '@nare/contract/route'
import { ChipRow } from '@nare/ui/chip-row'
import type { ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { PagedList } from '../../paging/paged-list.tsx'
import { SignedIn } from '../../pages/signed-in.tsx'
import { useApp } from '../../state/hooks.ts'
import style from './account.module.css'
import { CsvButton } from './csv-button.tsx'
import { DayFields, daysOf, filled } from './days.tsx'
import { BetTotals } from '../../play/totals.tsx'
import { useProductText } from '../../play/product-text.ts'
import { NothingHere } from '../../pages/nothing-here.tsx'

const perPage = 20
const states = ['open', 'settled'] as const

type BetCard = ComponentType<{ bet: BetView }>
type Filter = Pick<Sent<typeof betting.bets>, 'product' | 'state' | 'from' | 'to'>

/** The bet history, filtered by product, state and days, with totals of all matching bets and a CSV download. */
export function BetHistory({ Card }: { Card: BetCard }) {
  const { t } = useLingui()
  return (
    <SignedIn title={t`Bet history`} reason={t`Log in to see your bets`}>
      <section className={style.page}>
        <h1>{t`Bet history`}</h1>
        <OwnBets Card={Card} />
      </section>
    </SignedIn>
  )
}

function OwnBets({ Card }: { Card: BetCard }) {
  const { t } = useLingui()
  const [query, setQuery] = useSearchParams()
  const features = useApp(({ data }) => data.app_config?.features)
  const product = products.find((known) => known === query.get('product'))
  const state = states.find((known) => known === query.get('state'))
  const days = daysOf(query)
  const current = filled({ product, state, ...days })
  const filter: Filter = { ...days, ...(product && { product }), ...(state && { state }) }
  const setFilter = (to: Record<string, string | undefined>): void =>
    setQuery(filled({ ...current, ...to }), { replace: true })
  const productText = useProductText()
  const open = products.filter((name) => name === 'sports' || name === product || features?.[name])
  const key = new URLSearchParams(current).toString()
  return (
    <>
      <ChipRow
        label={t`Which product`}
        value={product ?? 'all'}
        onPick={(picked) => setFilter({ product: picked === 'all' ? '' : picked })}
        items={[{ key: 'all', text: t`All` }, ...open.map((name) => ({ key: name, text: productText(name) }))]}
      />
      <div className={style.filters}>
        <label className={style.choice}>
          {t`Status`}
          <select value={state ?? ''} onChange={(event) => setFilter({ state: event.target.value })}>
            <option value="">{t`All`}</option>
            <option value="open">{t`Open`}</option>
            <option value="settled">{t`Settled`}</option>
          </select>
        </label>
        <DayFields days={days} onChange={setFilter} />
        <CsvButton url={`${betting.bets.path}.csv${key && `?${key}`}`} name="bets.csv" />
      </div>
      <Bets key={key} filter={filter} Card={Card} />
    </>
  )
}

function Bets({ filter, Card }: { filter: Filter; Card: BetCard }) {
  const { i18n, t } = useLingui()
  return (
    <PagedList
      route={betting.bets}
      filter={filter}
      perPage={perPage}
      freshMs={2_000}
      idOf={({ bet_id }) => bet_id}
      failed={(failed) => failureText(i18n, failed)}
    >
      {({ body: { totals, meta }, rows, page }) => (
        <>
          {page === 1 && <BetTotals totals={totals} />}
          {meta.total === 0 && page === 1 && (
            <NothingHere drawing="bets" href="/" link={t`See today's matches`}>
              <Trans>No bets here yet</Trans>
            </NothingHere>
          )}
          <ul className={style.cards}>
            {rows.map((bet) => (
              <Card key={bet.bet_id} bet={bet} />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  )
}
