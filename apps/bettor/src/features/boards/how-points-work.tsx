import { Trans } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { Table } from '@nare/ui/table'
import { useMedia } from '../../state/use-media.ts'
import type { Board } from './ranks.ts'
import type { BoardName } from './use-board.ts'
import style from './boards.module.css'

/** The maximum stake that counts, and an example. Points = Σ min(stake, 100) × (price − 1) over won bets (API.md). */
const stakeMax = '100.00'
const example = { stake: '50.00', price: '3.00', points: '100' }

/** The formula with an example, and the prizes: open next to the ranks on wide screens, closed above them on a phone. */
export function HowPointsWork({ board, prizes }: { board: BoardName; prizes: Board['prizes'] }) {
  const wide = useMedia('(min-width: 1200px)')
  return (
    <details className={style.card} open={wide}>
      <summary>
        <Trans>How points work</Trans> <Icon name="down" size={16} />
      </summary>
      <p>
        {board === 'crash' ? (
          <Trans>
            Each crash bet you cash out gives its stake × (multiplier − 1). Only the first <Amount value={stakeMax} />{' '}
            of a stake count.
          </Trans>
        ) : (
          <Trans>
            Each bet you win gives its stake × (odds − 1). Only the first <Amount value={stakeMax} /> of a stake count.
          </Trans>
        )}
      </p>
      <p>
        <Trans>
          <Amount value={example.stake} /> at {example.price} gives {example.points} points.
        </Trans>{' '}
        <Trans>Lost bets take nothing away.</Trans>
      </p>
      {prizes && prizes.length > 0 && (
        <Table className={style.prizes}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Rank</Trans>
              </th>
              <th scope="col">
                <Trans>Prize</Trans>
              </th>
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
            Prizes are paid to your balance when the period ends. Players with the same points share the prizes of their
            ranks.
          </Trans>
        </p>
      )}
    </details>
  )
}
