import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { jackpot } from '@nare/contract/jackpot'
import type { Answer } from '@nare/contract/route'
import { Amount } from '@nare/ui/amount'
import { shortTime } from '@nare/ui/format'
import { Table } from '@nare/ui/table'
import { Link } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { PagedList } from '../../paging/paged-list.tsx'
import { useNow } from '../../state/use-now.ts'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { tiersOf } from './picks.ts'
import style from './past.module.css'

type Past = Answer<typeof jackpot.past>['data'][number]

const perPage = 20

/** Past pools, newest first, each with its winners by tier. Below the notice that no pool is open, an empty list has no link. */
export function PastPools({ isBelowNone = false }: { isBelowNone?: boolean }) {
  const { i18n, t } = useLingui()
  return (
    <section className={style.past}>
      <h1 data-own>{t`Past jackpots`}</h1>
      <PagedList
        route={jackpot.past}
        filter={{}}
        perPage={perPage}
        freshMs={30_000}
        idOf={({ jackpot_id }) => jackpot_id}
        failed={(failed) => failureText(i18n, failed)}
      >
        {({ rows, page }) =>
          rows.length === 0 && page === 1 ? (
            isBelowNone ? (
              <p className={style.sums}>{t`Jackpots that are over will be here`}</p>
            ) : (
              <NothingHere drawing="statement" href="/jackpot" link={t`See the open jackpots`}>
                <Trans>Jackpots that are over will be here</Trans>
              </NothingHere>
            )
          ) : (
            <ul className={style.list}>
              {rows.map((pool) => (
                <PastPool key={pool.jackpot_id} pool={pool} />
              ))}
            </ul>
          )
        }
      </PagedList>
    </section>
  )
}

const minuteMs = 60_000

function PastPool({ pool }: { pool: Past }) {
  const { i18n, t } = useLingui()
  const nowMs = useNow(minuteMs)
  return (
    <li className={style.card}>
      <p className={style.between}>
        <Link href={`/jackpot?id=${pool.jackpot_id}`}>
          <b>{pool.name}</b>
        </Link>
        <time className="num" dateTime={pool.settled_at}>
          {shortTime(pool.settled_at, { locale: i18n.locale, nowMs })}
        </time>
      </p>
      {pool.state === 'cancelled' ? (
        <p>{t`Cancelled: all stakes were returned`}</p>
      ) : (
        <>
          <TierTable tiers={pool.tiers} />
          <p className={style.sums}>
            <Trans>
              Paid <Amount value={pool.paid} />
            </Trans>{' '}
            · <Plural value={pool.matches} one="# match" other="# matches" />
            {pool.best !== null && (
              <>
                {' '}
                · <Trans>best line {pool.best} right</Trans>
              </>
            )}
          </p>
        </>
      )}
    </li>
  )
}

/** Winners by tier: the number of lines and the payout of each. */
export function TierTable({ tiers }: { tiers: Past['tiers'] }) {
  const { t } = useLingui()
  return (
    <Table className={style.tiers}>
      <thead>
        <tr>
          <th scope="col">{t`Right`}</th>
          <th scope="col">{t`Winning lines`}</th>
          <th scope="col">{t`Each`}</th>
        </tr>
      </thead>
      <tbody>
        {tiersOf(tiers).map(({ correct, needed, lines, prize_each }) => (
          <tr key={correct} data-won={lines > 0 || undefined}>
            <td className="num">
              {correct}
              {needed !== correct && (
                <small>
                  {' '}
                  <Trans>({needed} after void matches)</Trans>
                </small>
              )}
            </td>
            <td className="num">{lines}</td>
            <td>{lines > 0 ? <Amount value={prize_each} /> : '–'}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
