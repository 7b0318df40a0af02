import { useLingui } from '@lingui/react/macro'
import { LiveContext } from '@nare/client/use-live'
import { betting as calls, type BetView } from '@nare/contract/betting'
import type { BetState } from '@nare/contract/live'
import type { Sent } from '@nare/contract/route'
import { ChipRow } from '@nare/ui/chip-row'
import { Notice } from '@nare/ui/notice'
import { useCallback, useContext, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { stored } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import { cashOutIds } from '../../commands/sent-ids.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { SignedIn } from '../../pages/signed-in.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { BetTotals } from '../../play/totals.tsx'
import { PagedList } from '../../paging/paged-list.tsx'
import { useRead } from '../../state/use-read.ts'
import { BetCard } from './bet-card.tsx'
import { GamesByDay, useGamesToday } from './game-sessions.tsx'
import { LostCashOuts } from './bet-foot.tsx'
import { useBetsInLite } from './use-bets-in-lite.ts'
import { SettledToday } from './open-bets/settled-today.tsx'
import { WeekNet } from './open-bets/week-net.tsx'
import { isWin } from './won/is-win.ts'
import won from './won/won.module.css'
import style from './my-bets.module.css'

const ShareWin = lazyPart(
  () => loadWithMessages(() => import('./won/share-win.tsx'), ['betting']).then((part) => part.ShareWin),
  { loading: <div className={won.room} />, failed: null },
)
const perPage = 20
const states = ['open', 'settled'] as const
/** The products with a separate tab, and where their bets are placed. */
const products = ['league', 'jackpot', 'games'] as const
const pageOf = { league: '/nare-league', jackpot: '/jackpot', games: '/nare-games' } as const

/** The bettor's bets with totals: open, settled, or of one product. */
export function MyBets() {
  const { t } = useLingui()
  return (
    <SignedIn title={t`My bets`} reason={t`Log in to see your bets`}>
      <OwnBets />
    </SignedIn>
  )
}

function OwnBets() {
  const { t } = useLingui()
  const [query, setQuery] = useSearchParams()
  const state = states.find((each) => each === query.get('state')) ?? 'open'
  const product = products.find((each) => each === query.get('product'))
  const betId = query.get('bet')
  useBetsInLite()
  const [hasUnresolvedCashOuts] = useState(() => stored.read(cashOutIds) !== undefined)
  const features = useApp(({ data }) => data.app_config?.features)
  const count = useOpenCount(betId === null)
  if (betId) return <OneBet id={betId} />
  const names = { league: t`League`, jackpot: t`Jackpot`, games: t`Games` }
  return (
    <section className={style.page}>
      {hasUnresolvedCashOuts && <LostCashOuts />}
      <header>
        <h1>{t`My bets`}</h1>
        <Link href="/bet-history" className={style.history}>{t`Bet history`}</Link>
      </header>
      <ChipRow
        label={t`Which bets`}
        look="tabs"
        value={product ?? state}
        onPick={(key) => setQuery(key === 'open' || key === 'settled' ? { state: key } : { product: key })}
        items={[
          { key: 'open', text: count > 0 ? t`Open ${count}` : t`Open` },
          { key: 'settled', text: t`Settled` },
          ...products
            .filter((each) => each === product || features?.[each] === true)
            .map((key) => ({ key, text: names[key] })),
        ]}
      />
      {product === 'games' ? (
        <GamesByDay />
      ) : product ? (
        <Bets key={product} filter={{ product }} />
      ) : (
        <BetsAndGames key={state} filter={filterOf(state)} />
      )}
    </section>
  )
}

/** Rounds of games that have ended are in rows of their own: of the settled bets only tickets are listed. */
function filterOf(state: (typeof states)[number]): Filter {
  return state === 'settled' ? { state, kind: 'tickets', order: 'settled' } : { state }
}

/** The number of open bets: the total of the list minus its bets that ended after it was loaded. */
function useOpenCount(isEnabled: boolean): number {
  const { body } = useRead(calls.bets, isEnabled ? { state: 'open', page: 1, limit: perPage } : undefined, 15_000)
  const store = useContext(LiveContext)
  const listen = useCallback((changed: () => void) => store?.listen('bets', undefined, changed) ?? (() => {}), [store])
  const ended = useSyncExternalStore(listen, () => {
    const isOver = ({ bet_id }: BetView): boolean =>
      ((store?.read('bets', bet_id) as BetState | undefined)?.state ?? 'open') !== 'open'
    return body?.data.filter(isOver).length ?? 0
  })
  return (body?.meta.total ?? 0) - ended
}

type Filter = Omit<Sent<typeof calls.bets>, 'page' | 'limit' | 'after'>

function BetsAndGames({ filter }: { filter: Filter }) {
  return <Bets filter={filter} below={useGamesToday()} />
}

function Bets({ filter, below }: { filter: Filter; below?: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <PagedList
      route={calls.bets}
      filter={filter}
      perPage={perPage}
      freshMs={2_000}
      idOf={({ bet_id }) => bet_id}
      className={style.note}
      failed={(failed) => failureText(i18n, failed)}
      below={below}
    >
      {({ body, rows, page }) => (
        <>
          {page === 1 && filter.state !== 'open' && body.data.length > 0 && <BetTotals totals={body.totals} />}
          {body.data.length === 0 && page === 1 && <Empty filter={filter} />}
          <ul className={style.bets}>
            {rows.map((bet) => (
              <BetCard key={bet.bet_id} bet={bet} />
            ))}
          </ul>
        </>
      )}
    </PagedList>
  )
}

function Empty({ filter: { state, product } }: { filter: Filter }) {
  const { t } = useLingui()
  const page = products.find((each) => each === product)
  return (
    <NothingHere drawing="bets" href={page ? pageOf[page] : '/'} link={page ? t`Place a bet` : t`Find a match`}>
      {page
        ? t`Your bets of this kind will be here`
        : state === 'open'
          ? t`You have no open bets`
          : t`Your settled bets will be here`}
    </NothingHere>
  )
}

function OneBet({ id }: { id: string }) {
  const { i18n, t } = useLingui()
  const { body, failed } = useRead(calls.bet, { id }, 2_000)
  return (
    <section className={style.page}>
      <h1 data-own>
        {t`Bet`} #{id}
      </h1>
      {!body && !failed && <Skeleton rows={2} />}
      {failed && !body && <Notice>{failureText(i18n, failed)}</Notice>}
      <ul className={style.bets}>{body && <BetCard bet={body.data} open />}</ul>
      {body && isWin(body.data) && (
        <>
          <ShareWin bet={body.data} />
          <SettledToday title={t`Also settled today`} except={id} />
          <WeekNet />
        </>
      )}
      {body && <Link href={`/profile?tab=complaints&bet=${id}`} className={style.history}>{t`Something wrong?`}</Link>}
      <Link href="/my-bets" className={style.history} data-screen>{t`All my bets`}</Link>
    </section>
  )
}
