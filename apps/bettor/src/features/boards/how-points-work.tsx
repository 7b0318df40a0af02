import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { Table } from '@nare/ui/table'
import { useMedia } from '../../state/use-media.ts'
import type { Board } from './ranks.ts'
import type { BoardName } from './use-board.ts'
import style from './boards.module.css'

/** The stakes of an event that count, and an example. Points = Σ max(0, returns − stakes) of each event, scaled down to these stakes. */
const stakeMax = '100.00'
const example = { stake: '50.00', price: '3.00', points: '100' }

/** The formula with an example, and the prizes: open next to the ranks on wide screens, closed above them on a phone. */
export function HowPointsWork({ board, prizes }: { board: BoardName; prizes: Board['prizes'] }) {
  const { t } = useLingui()
  const wide = useMedia('(min-width: 75em)')
  return (
    <details className={style.card} open={wide}>
      <summary>
        {t`How points work`} <Icon name="down" size={16} />
      </summary>
      <p>
        {board === 'crash' ? (
          <Trans>
            Each flight gives what your bets on it return, less their stakes. Stakes over <Amount value={stakeMax} /> in
            all count as <Amount value={stakeMax} />.
          </Trans>
        ) : (
          <Trans>
            Each match gives what your single bets on it return, less their stakes; each multi counts alone. Stakes over{' '}
            <Amount value={stakeMax} /> in all count as <Amount value={stakeMax} />.
          </Trans>
        )}
      </p>
      <p>
        <Trans>
          <Amount value={example.stake} /> at {example.price} gives {example.points} points.
        </Trans>{' '}
        {board === 'crash'
          ? t`A flight that loses takes nothing from the others.`
          : t`A match that loses takes nothing from the others.`}
      </p>
      {prizes && prizes.length > 0 && (
        <Table className={style.prizes}>
          <thead>
            <tr>
              <th scope="col">{t`Rank`}</th>
              <th scope="col">{t`Prize`}</th>
            </tr>
          </thead>
          <tbody>
            {prizes.map(({ from, to, prize }) => (
              <tr key={from}>
                <th scope="row" className="num">
                  {from === to ? from : `${from}–${to}`}
                </th>
                <td>
                  <Amount value={prize} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {prizes && prizes.length > 0 && (
        <p>
          <Trans>
            Prizes are paid to your balance a day after the period ends. Together they are at most a share of what the
            players lost, otherwise all are reduced alike. Players with the same points share the prizes of their ranks.
          </Trans>
        </p>
      )}
    </details>
  )
}
