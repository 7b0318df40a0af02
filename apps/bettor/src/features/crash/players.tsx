import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveValue, useSubscription } from '@nare/client/use-live'
import type { CrashBet, CrashBetsState, CrashState } from '@nare/contract/crash'
import { Amount } from '@nare/ui/amount'
import { Table } from '@nare/ui/table'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLite } from '../../preferences/use-lite.ts'
import { isGain } from './flight.ts'
import { countOf } from './player-count.ts'
import { rowsWithOwn } from './player-rows.ts'
import style from './side.module.css'

type CountFacts = {
  round: CrashState | undefined
  paused: CrashBetsState | undefined
  /** Whether the list is open; the count must then match its rows. */
  isListed: boolean
}

/** The number of bets to show on the tab of the list (see `countOf`). */
export function usePlayerCount({ round, paused, isListed }: CountFacts): number | undefined {
  const lite = useLite()
  const live = useLiveValue('crash:bets')
  return countOf(round, isListed && !lite ? (paused ?? live) : undefined)
}

/** The latest bets and cash-outs of the round, names masked, and the bettor's own. It can be paused, and Lite does not load it. */
export function Players({ round, own, paused, onPause }: ListProps & { round: CrashState | undefined }) {
  const lite = useLite()
  if (lite)
    return (
      <p className={style.note}>
        <Trans>{round?.bets ?? 0} bets in this round. The list is off in Lite.</Trans>
      </p>
    )
  return <List own={own} paused={paused} onPause={onPause} />
}

type ListProps = {
  /** The bettor's bets of this visit. */
  own: readonly CrashBet[]
  paused: CrashBetsState | undefined
  onPause: (state: CrashBetsState | undefined) => void
}

function List({ own, paused, onPause }: ListProps) {
  const { t } = useLingui()
  useSubscription('crash:bets')
  const live = useLiveValue('crash:bets')
  const shown = paused ?? live
  return (
    <>
      <Table className={style.table} label={t`Bets of this round`}>
        <Head>{t`Player`}</Head>
        <tbody>
          {rowsWithOwn(shown, own).map(({ key, player, mine, stake, cashed_out_at, returned }) => (
            <tr key={key} data-mine={mine || undefined} data-won={cashed_out_at !== undefined || undefined}>
              <td>{mine ? t`You` : player}</td>
              <td>
                <Amount bare value={stake} />
              </td>
              <td className="num">{cashed_out_at ? `${cashed_out_at}×` : '–'}</td>
              <td>{returned ? <Amount bare value={returned} /> : '–'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {shown && shown.rows.length > 0 ? (
        <button
          type="button"
          className={style.pause}
          aria-pressed={paused !== undefined}
          onClick={() => onPause(paused ? undefined : live)}
        >
          {paused ? t`Resume` : t`Pause`}
        </button>
      ) : (
        <p className={style.note}>{t`No bets in this round yet`}</p>
      )}
    </>
  )
}

const ownMax = 30

/** The last settled bets of this visit. */
export function OwnBets({ bets }: { bets: readonly CrashBet[] }) {
  const { t } = useLingui()
  return (
    <>
      {bets.length === 0 ? (
        <p className={style.note}>{t`Your bets of this visit are listed here once they end.`}</p>
      ) : (
        <Table className={style.table} label={t`Your bets`}>
          <Head>{t`Bet`}</Head>
          <tbody>
            {bets.slice(0, ownMax).map(({ bet_id, slot, stake, state, cashed_out_at, returned }) => (
              <tr key={bet_id} data-won={(state === 'won' && isGain({ stake, returned })) || undefined}>
                <td>
                  {slot === 1 ? 'A' : 'B'} <small>#{bet_id}</small>
                </td>
                <td>
                  <Amount bare value={stake} />
                </td>
                <td className="num">{state === 'void' ? t`returned` : cashed_out_at ? `${cashed_out_at}×` : '–'}</td>
                <td>{state === 'lost' ? '–' : <Amount bare value={returned} />}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <p className={style.note}>
        <Link href="/bet-history">{t`All your bets`}</Link>
      </p>
    </>
  )
}

/** The headings of a table of bets, for screen readers; `children` is the heading of the first column. */
function Head({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <thead className="unseen">
      <tr>
        <th scope="col">{children}</th>
        <th scope="col">{t`Stake`}</th>
        <th scope="col">{t`Cashed out at`}</th>
        <th scope="col">{t`Paid`}</th>
      </tr>
    </thead>
  )
}
