import { useLingui } from '@lingui/react/macro'
import { protection as calls } from '@nare/contract/protection'
import type { Answer } from '@nare/contract/route'
import { Amount } from '@nare/ui/amount'
import { Table } from '@nare/ui/table'
import { useRead } from '../../state/use-read.ts'
import { Duration } from './duration.tsx'
import style from './protection.module.css'

/** The bettor's play, loaded separately for pages without the other protection settings. */
export function OwnPlay() {
  const { body, failed } = useRead(calls.protection, {}, 0)
  return failed && !body ? null : <Play data={body} />
}

/**
 * Stakes, returns and net result of this session and of the last 30 days, with the session time. Reserves its full
 * height while loading, so that the content below does not move.
 */
export function Play({ data }: { data: Answer<typeof calls.protection> | undefined }) {
  const { t } = useLingui()
  const sums = [
    { of: 'staked', name: t`Staked` },
    { of: 'returned', name: t`Returned` },
    { of: 'net', name: t`Net` },
  ] as const
  const rows = [
    { key: 'session', label: t`This session`, play: data?.session },
    { key: 'month', label: t`Last 30 days`, play: data?.last_30_days },
  ]
  return (
    <div className={style.room} aria-busy={!data}>
      <Table className={style.play} scrollerLabel={t`Your play`}>
        <thead>
          <tr>
            <th scope="col">{t`Your play`}</th>
            {sums.map(({ of, name }) => (
              <th key={of} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, play }) => (
            <tr key={key}>
              <th scope="row">
                {label}
                {key === 'session' && (
                  <small>{data ? <Duration from={data.session.since} to={data.session.now} /> : '…'}</small>
                )}
              </th>
              {sums.map(({ of, name }) => (
                <td key={of} data-name={name}>
                  {play ? <Amount bare value={play[of]} /> : '…'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <p className={style.note}>{t`Net is what you won or lost. Open bets count once they settle.`}</p>
    </div>
  )
}
