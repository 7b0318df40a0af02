import { operatorCasino } from '@nare/contract/operator-casino'
import { operatorLobby } from '@nare/contract/operator-lobby'
import { Link } from '@tanstack/react-router'
import { Tag } from '../../parts/controls.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { FilteredList } from '../../parts/filtered-list.tsx'
import { hasWords } from '../../parts/has-words.ts'
import { ProductRoom } from '../../parts/product-room.tsx'
import { Queue } from '../../parts/queue.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { CasinoGamePanel, ProviderPanel, type CasinoGame } from './casino-panels.tsx'
import { ProductButton, useProductState, WholeProduct } from './product-panel.tsx'
import { returnColumns } from './return-columns.tsx'
import { KeptFigures, SpanTools } from './span-tools.tsx'
import { useReturns } from './use-returns.ts'
import style from './returns.module.css'

const everyMs = 15_000
const none: readonly never[] = []
const product = 'casino'
/** The house as the provider of its own games in the lobby. */
const ownProvider = 'nare'

/** The games of the casino's providers: what they return, and what is switched off. */
export function CasinoRoom() {
  const may = useMay()
  const read = useRead(operatorLobby.casinoGames, {}, { everyMs })
  const states = useRead(operatorCasino.casinoProviders, {}, { everyMs })
  const [{ id, q, sort }, setFilters] = useFilters<'id' | 'q' | 'sort'>()
  const returns = useReturns(product)
  const whole = useProductState(product)
  const games: readonly CasinoGame[] = read.data?.data ?? none
  const providers = states.data?.data ?? none
  const names = new Map(read.data?.providers.map(({ provider, name }) => [provider, name]))
  const nameOf = (provider: string): string => names.get(provider) ?? provider
  const shown = byProvider(
    games.filter(({ name, game_id, category, provider }) =>
      hasWords([name, game_id, category, nameOf(provider)], q ?? ''),
    ),
    providers.map((one) => one.provider),
  )
  const open = games.find(({ game_id }) => game_id === id)
  const provider = providers.find((one) => `provider-${one.provider}` === id)
  const off = games.filter(({ on }) => !on).length
  return (
    <ProductRoom
      title="Casino"
      about={read.data && <span className={style.about}>{`${games.length} games, ${off} switched off`}</span>}
      tools={<SpanTools of={returns} product={product} />}
      figures={<KeptFigures of={returns} />}
    >
      <div className={style.parts}>
        <ProductButton of={whole} isOpen={id === product} onOpen={() => setFilters({ id: product })} />
        {providers.map((one) => (
          <button
            key={one.provider}
            type="button"
            aria-pressed={one === provider}
            onClick={() => setFilters({ id: `provider-${one.provider}` })}
          >
            {nameOf(one.provider)} {stateTag(one)}
          </button>
        ))}
      </div>
      <FilteredList
        label="Find"
        placeholder="aviator"
        text={q}
        onText={(next) => setFilters({ q: next })}
        of={{ isLoading: read.isPending, error: read.error, retry: () => void read.refetch() }}
        chips={may('tickets.read') && <Link to="/house/products/casino/rounds">Rounds without an end</Link>}
      >
        <Queue
          label="Casino"
          panel={
            open ? (
              <CasinoGamePanel key={open.game_id} of={open} by={nameOf(open.provider)} returns={returns} />
            ) : provider ? (
              <ProviderPanel key={provider.provider} of={provider} name={nameOf(provider.provider)} />
            ) : id === product && whole ? (
              <WholeProduct of={whole} name="Casino" effect={effectOfAll} />
            ) : undefined
          }
          onClose={() => setFilters({ id: undefined })}
        >
          <DataTable
            label="Games of the casino"
            rows={shown}
            columns={
              returns.mayRead
                ? [
                    ...columns,
                    ...returnColumns(({ game_id }: CasinoGame) => returns.byGame.get(game_id), {
                      axis: returns.axis,
                      isBeside: id !== undefined,
                    }),
                  ]
                : [...columns, ...listed]
            }
            rowId={({ game_id }) => game_id}
            group={({ provider: by }) => nameOf(by)}
            groupAbout={(name) =>
              name === nameOf(ownProvider) ? 'the room Own games has what they return' : undefined
            }
            active={id}
            onActive={(next) => setFilters({ id: next })}
            sort={sort}
            onSort={(next) => setFilters({ sort: next })}
          />
        </Queue>
      </FilteredList>
    </ProductRoom>
  )
}

const effectOfAll = 'Nobody can stake on a game of a provider until it is resumed; wins are still paid.'

/** The games of each provider together, the house's own last. */
const byProvider = (games: readonly CasinoGame[], order: readonly string[]): CasinoGame[] => {
  const placeOf = ({ provider }: CasinoGame): number =>
    order.includes(provider) ? order.indexOf(provider) : order.length
  return games.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function stateTag({ configured, on }: { configured: boolean; on: boolean }) {
  if (!on) return <Tag tone="amber">Off</Tag>
  return configured ? null : <Tag>Not set up</Tag>
}

const columns: readonly Column<CasinoGame>[] = [
  { id: 'game', head: 'Game', cell: ({ name }) => <b>{name}</b>, sort: ({ name }) => name, width: 150 },
  {
    id: 'state',
    head: 'In the lobby',
    cell: ({ on, shown }) =>
      on ? <span className="t2">{shown ? 'shown' : 'hidden'}</span> : <Tag tone="amber">Off</Tag>,
    sort: ({ on, shown }) => (on ? (shown ? 2 : 1) : 0),
    width: 88,
    wide: true,
  },
]

const listed: readonly Column<CasinoGame>[] = [
  { id: 'provider', head: 'Provider', cell: ({ provider }) => provider, sort: ({ provider }) => provider },
  { id: 'category', head: 'Category', cell: ({ category }) => category, sort: ({ category }) => category, wide: true },
  { id: 'place', head: 'Place', cell: ({ place }) => place ?? '–', sort: ({ place }) => place ?? undefined, end: true },
]
