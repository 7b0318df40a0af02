import { Trans, useLingui } from '@lingui/react/macro'
import { casino } from '@nare/contract/casino'
import { Amount } from '@nare/ui/amount'
import { useEffect, useState } from 'react'
import { useLite } from '../../preferences/use-lite.ts'
import { stored } from '../../state/browser.ts'
import { fetchCasinoWinners } from '../../state/calls-casino.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import style from './front.module.css'

const rowsMax = 5
const hiddenKey = 'casino-winners-hidden'

/** The latest wins with their stakes, names masked; nothing while there are none. The bettor can hide the list, and Lite does not load it. */
export function Winners() {
  const { t } = useLingui()
  const send = useSend()
  const winners = useApp(({ virtuals }) => virtuals.casino_winners)
  const lite = useLite()
  const [hidden, setHidden] = useState(() => stored.read(hiddenKey) === true)
  const isWanted = !lite && !hidden
  useEffect(() => {
    if (isWanted) void send(fetchCasinoWinners({ endpoint: casino.winners.path }))
  }, [send, isWanted])
  if (lite || (!hidden && winners.length === 0)) return null
  const toggle = (): void => {
    if (hidden) stored.remove(hiddenKey)
    else stored.write(hiddenKey, true)
    setHidden(!hidden)
  }
  return (
    <aside className={style.winners} aria-label={t`Winners`}>
      <header>
        <h2>{t`Winners`}</h2>
        <button type="button" aria-expanded={!hidden} onClick={toggle}>
          {hidden ? t`Show` : t`Hide`}
        </button>
      </header>
      {!hidden && (
        <ul>
          {winners.slice(0, rowsMax).map(({ player, game_id, name, amount, stake, at }) => (
            <li key={`${at} ${player} ${game_id}`}>
              <span>
                {player} <small>{name}</small>
              </span>
              <span>
                <b>
                  <Amount value={amount} />
                </b>{' '}
                {stake && (
                  <small>
                    <Trans>
                      staked <Amount value={stake} />
                    </Trans>
                  </small>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </aside>
  )
}
