import { Trans, useLingui } from '@lingui/react/macro'
import type { CasinoWinner } from '@nare/contract/casino'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { useState } from 'react'
import { showsWinners, showWinners } from '../../preferences/casino-winners.ts'
import { useLite } from '../../preferences/use-lite.ts'
import { timesOf, tintOf } from './shelves.ts'
import style from './front.module.css'

/** Whether the lobby has the row of winners: not once the bettor has hidden it, and not in Lite. */
export function useWinnersWanted(): boolean {
  const lite = useLite()
  return useState(() => showsWinners() && !lite)[0]
}

/** The latest wins with their stakes, names masked, as a row between the tiles. The bettor can hide them; the preferences show them again. */
export function Winners({ winners }: { winners: readonly CasinoWinner[] }) {
  const { t } = useLingui()
  const [hidden, setHidden] = useState(false)
  const choose = (wanted: boolean): void => {
    showWinners(wanted)
    setHidden(!wanted)
  }
  return (
    <li className={style.winners}>
      <section aria-label={t`Winners`}>
        {hidden ? (
          <button type="button" className={style.again} onClick={() => choose(true)}>{t`Show winners`}</button>
        ) : (
          <>
            <ul>
              {winners.map((winner, n) => (
                // Two bets of one flight can have the same fields.
                <Row key={`${winner.at} ${n}`} winner={winner} />
              ))}
            </ul>
            <button type="button" className={style.hide} aria-label={t`Hide winners`} onClick={() => choose(false)}>
              <Icon name="x" size={16} />
            </button>
          </>
        )}
      </section>
    </li>
  )
}

function Row({ winner: { player, game_id, name, amount, stake } }: { winner: CasinoWinner }) {
  const times = stake && timesOf(amount, stake)
  return (
    <li>
      <i data-tint={tintOf(game_id)} aria-hidden="true" />
      <span>
        <Trans>
          {player} on{' '}
          <b>
            {name} {times}
          </b>
        </Trans>
      </span>
      <span className="num">
        {stake && <>{stake.replace(/\.00$/, '')} → </>}
        <b>
          <Amount value={amount} />
        </b>
      </span>
    </li>
  )
}
