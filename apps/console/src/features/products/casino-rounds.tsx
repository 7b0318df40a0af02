import { gameProviderNames, operatorCasino } from '@nare/contract/operator-casino'
import type { Answer } from '@nare/contract/route'
import { Link } from '@tanstack/react-router'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { BettorLink } from '../../parts/bettor-link.tsx'
import { Empty, Facts, Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filter.tsx'
import { amountText, labelOf, totalText, whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ProductPanel, ProductRoom } from '../../parts/product-room.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { useRows } from '../../wire/use-rows.ts'
import style from './returns.module.css'

type Round = Answer<typeof operatorCasino.casinoRounds>['data'][number]

const states = ['open', 'closed'] as const
const when = (at: string): string => whenText(at, serverNow())

/** The rounds of providers, those without an end first: each holds a ticket open until its provider or a person closes it. */
export function CasinoRounds() {
  const [{ id, provider, state = 'open', bettor_id }, setFilters] = useFilters<
    'id' | 'provider' | 'state' | 'bettor_id'
  >()
  const list = useRows(operatorCasino.casinoRounds, {
    state: state === 'closed' ? 'closed' : 'open',
    ...(gameProviderNames.some((one) => one === provider) && { provider: provider as Round['provider'] }),
    ...(/^\d{1,18}$/.test(bettor_id ?? '') && { bettor_id }),
  })
  return (
    <ProductRoom
      title="Rounds of providers"
      about={list.total === undefined ? undefined : `${totalText(list.total)} ${state}, longest unchanged first`}
      tools={<Link to="/house/products/casino">Games</Link>}
    >
      <Filters>
        <ChoiceFilter
          label="Provider"
          value={provider as Round['provider'] | undefined}
          options={gameProviderNames}
          onChange={(next) => setFilters({ provider: next })}
        />
        <ChoiceFilter
          label="State"
          value={state === 'closed' ? 'closed' : undefined}
          options={states.slice(1)}
          none="Open"
          onChange={(next) => setFilters({ state: next })}
        />
        <TextFilter
          label="Bettor"
          placeholder="123"
          value={bettor_id}
          onChange={(next) => setFilters({ bettor_id: next })}
        />
      </Filters>
      <Loaded of={list}>
        <Queue
          label="Round"
          panel={id !== undefined && <RoundPanel key={id} id={id} />}
          onClose={() => setFilters({ id: undefined })}
        >
          <DataTable
            label="Rounds"
            rows={list.rows}
            columns={columns}
            rowId={(row) => row.id}
            active={id}
            onActive={(next) => setFilters({ id: next })}
            onEnd={list.more}
            empty={<Empty>No such round.</Empty>}
          />
        </Queue>
      </Loaded>
    </ProductRoom>
  )
}

const columns: readonly Column<Round>[] = [
  { id: 'changed', head: 'Unchanged since', cell: ({ changed_at }) => when(changed_at), width: 130 },
  { id: 'game', head: 'Game', cell: ({ game_id }) => <b>{game_id}</b> },
  { id: 'bettor', head: 'Bettor', cell: ({ bettor_id }) => bettor_id, end: true, width: 90 },
  { id: 'bets', head: 'Stakes', cell: ({ bets }) => bets, end: true, width: 70, wide: true },
  { id: 'refunded', head: 'Taken back', cell: ({ refunded }) => refunded, end: true, width: 86, wide: true },
  { id: 'results', head: 'Payments', cell: ({ results }) => results, end: true, width: 82, wide: true },
  {
    id: 'state',
    head: 'State',
    cell: ({ closed_at, closed_by }) =>
      closed_at === null ? (
        <Tag tone="amber">Open</Tag>
      ) : (
        <span className="t2">closed by {closed_by ?? 'provider'}</span>
      ),
    width: 130,
  },
]

/** A round with every transaction of its provider; one without an end can be closed. */
function RoundPanel({ id }: { id: string }) {
  const mayClose = useMay()('products.manage')
  const [isAsked, setAsked] = useState(false)
  const read = useRead(operatorCasino.casinoRound, { id })
  const round = read.data?.data
  return (
    <Loaded of={{ isLoading: read.isPending, error: read.error, retry: () => void read.refetch() }}>
      {round && (
        <>
          <ProductPanel title={round.game_id}>
            <Facts
              rows={[
                ['Round', round.round_id],
                [
                  'Bettor',
                  <BettorLink key="bettor" id={round.bettor_id}>
                    {round.bettor_id}
                  </BettorLink>,
                ],
                [
                  'Ticket',
                  round.bet_id === null ? (
                    'none'
                  ) : (
                    <PageLink key="ticket" page={`/bets/${round.bet_id}`}>
                      {round.bet_id}
                    </PageLink>
                  ),
                ],
                ['Began', when(round.opened_at)],
                [
                  'Closed',
                  round.closed_at === null
                    ? 'not yet'
                    : `${when(round.closed_at)} by ${round.closed_by ?? 'the provider'}`,
                ],
              ]}
            />
            {mayClose && round.closed_at === null && !isAsked && (
              <div className={style.buttons}>
                <Button small look="plain" onClick={() => setAsked(true)}>
                  Close the round
                </Button>
              </div>
            )}
          </ProductPanel>
          {isAsked && (
            <ActionForm
              route={operatorCasino.closeCasinoRound}
              title="Close the round"
              sentence="Its ticket is settled with what was paid so far. Later stakes on it are refused; late wins are still paid."
              action="Close the round"
              danger
              input={({ reason }) => ({ id, reason })}
              onClose={() => setAsked(false)}
            />
          )}
          <ProductPanel title="Transactions">
            <ol className={style.steps}>
              {round.transactions.map(({ transaction_id, kind, amount, at, rolled_back }) => (
                <li key={transaction_id}>
                  <span className="t3">{when(at)}</span>
                  <span>
                    {labelOf(kind)} {rolled_back && <Tag>Taken back</Tag>}
                  </span>
                  <b>{amountText(amount)}</b>
                </li>
              ))}
            </ol>
          </ProductPanel>
        </>
      )}
    </Loaded>
  )
}
