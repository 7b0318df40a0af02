import { gameProviderNames, operatorCasino } from '@nare/contract/operator-casino'
import type { Answer } from '@nare/contract/route'
import { ActionForm } from '../../parts/action-form.tsx'
import { AskedForm } from '../../parts/asked-form.tsx'
import { BettorLink } from '../../parts/bettor-link.tsx'
import { Facts, Tag } from '../../parts/controls.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filter.tsx'
import { amountText, labelOf, whenText } from '../../parts/format.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PageLink } from '../../parts/page-link.tsx'
import { PanelList } from '../../parts/panel-list.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import style from './returns.module.css'

type Round = Answer<typeof operatorCasino.casinoRounds>['data'][number]

const closed = ['closed'] as const
const when = (at: string): string => whenText(at, serverNow())

/** The rounds of providers, those without an end first: each holds a ticket open until its provider or a person closes it. */
export function CasinoRounds() {
  const [{ provider, state, bettor_id }, setFilters] = useFilters<'provider' | 'state' | 'bettor_id'>()
  const by = gameProviderNames.find((one) => one === provider)
  const input = {
    state: state === 'closed' ? ('closed' as const) : ('open' as const),
    ...(by && { provider: by }),
    ...(bettor_id !== undefined && /^\d{1,18}$/.test(bettor_id) && { bettor_id }),
  }
  return (
    <PanelList
      title="Rounds of providers"
      route={operatorCasino.casinoRounds}
      input={input as never}
      columns={columns}
      rowId={({ id }: Round) => id}
      panel={({ id }, close) => <RoundPanel id={id} onClose={close} />}
      empty="No such round."
      filters={
        <Filters>
          <ChoiceFilter
            label="Provider"
            value={by}
            options={gameProviderNames}
            onChange={(next) => setFilters({ provider: next })}
          />
          <ChoiceFilter
            label="State"
            value={state === 'closed' ? 'closed' : undefined}
            options={closed}
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
      }
    />
  )
}

const columns: readonly Column<Round>[] = [
  { id: 'changed', head: 'Unchanged since', cell: ({ changed_at }) => when(changed_at), width: 130 },
  { id: 'game', head: 'Game', cell: ({ game_id }) => <b>{game_id}</b> },
  { id: 'bettor', head: 'Bettor', cell: ({ bettor_id }) => bettor_id, end: true, width: 90, wide: true },
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
function RoundPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const mayClose = useMay()('products.manage')
  const read = useRead(operatorCasino.casinoRound, { id })
  const round = read.data?.data
  return (
    <Loaded of={{ isLoading: read.isPending, error: read.error, retry: () => void read.refetch() }}>
      {round && (
        <>
          <h2>{round.game_id}</h2>
          <Facts rows={factsOf(round)} />
          <AskedForm action="Close the round" may={mayClose && round.closed_at === null}>
            <ActionForm
              route={operatorCasino.closeCasinoRound}
              title="Close the round"
              sentence="Its ticket is settled with what was paid so far. Later stakes on it are refused; late wins are still paid."
              action="Close the round"
              danger
              input={({ reason }) => ({ id, reason })}
              onClose={onClose}
            />
          </AskedForm>
          <h3>Transactions</h3>
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
        </>
      )}
    </Loaded>
  )
}

const factsOf = ({ round_id, bettor_id, bet_id, opened_at, closed_at, closed_by }: Round) =>
  [
    ['Round', round_id],
    [
      'Bettor',
      <BettorLink key="bettor" id={bettor_id}>
        {bettor_id}
      </BettorLink>,
    ],
    [
      'Ticket',
      bet_id === null ? (
        'none'
      ) : (
        <PageLink key="ticket" page={`/bets/${bet_id}`}>
          {bet_id}
        </PageLink>
      ),
    ],
    ['Began', when(opened_at)],
    ['Closed', closed_at === null ? 'not yet' : `${when(closed_at)} by ${closed_by ?? 'the provider'}`],
  ] as const
