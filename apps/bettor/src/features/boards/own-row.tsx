import { Trans, useLingui } from '@lingui/react/macro'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Move } from './board-table.tsx'
import { behindPrize, pointsText, type Board } from './ranks.ts'
import style from './boards.module.css'

/** The bettor's own row, pinned to the bottom: rank, points, distance to the next prize, and a button that shows the rank. */
export function OwnRow({ board, onJump }: { board: Board; onJump: (rank: number) => void }) {
  const { t } = useLingui()
  const { mine } = board
  const behind = mine && behindPrize(mine, board)
  const points = pointsText(behind?.points ?? 0)
  return (
    <div className={style.own} data-up>
      <p>
        {mine ? (
          <>
            <b className="num">{mine.rank}</b> <Move of={mine} /> {t`You`} ·{' '}
            <b className="num">{pointsText(mine.points)}</b> {t`points`}
            <small>
              {mine.prize !== null ? (
                <Trans>
                  Prize now: <Amount value={mine.prize} />
                </Trans>
              ) : (
                behind && (
                  <Trans>
                    {points} behind rank {behind.rank}
                  </Trans>
                )
              )}
            </small>
          </>
        ) : (
          t`You have no leaderboard points in this period yet`
        )}
      </p>
      {mine && <Button small look="soft" onClick={() => onJump(mine.rank)}>{t`Jump to me`}</Button>}
    </div>
  )
}
