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

/** The latest wins with their stakes, names masked. The bettor can hide the list, and Lite does not load it. */
export function Winners() {
  const { t } = useLingui()
  const lite = useLite()
  const [hidden, setHidden] = useState(() => stored.read(hiddenKey) === true)
  if (lite) return null
  const toggle = (): void => {
    if (hidden) stored.remove(hiddenKey)
    else stored.write(hiddenKey, true)
    setHidden(!hidden)
  }
  return (
    <aside className={style.winners} aria-label={t`Winners`}>
      <header>
        <h2>
          <Trans>Winners</Trans>
        </h2>
        <button type="button" aria-expanded={!hidden} onClick={toggle}>
          {hidden ? <Trans>Show</Trans> : <Trans>Hide</Trans>}
        </button>
      </header>
      {!hidden && <Rows />}
    </aside>
  )
}

function Rows() {
  const send = useSend()
  const winners = useApp(({ virtuals }) => virtuals.casino_winners)
  const isRead = useApp(({ virtuals }) => virtuals.casino_winners_read)
  useEffect(() => {
    void send(fetchCasinoWinners({ endpoint: casino.winners.path }))
  }, [send])
  if (!isRead) return null
  if (winners.length === 0)
    return (
      <p className={style.note}>
        <Trans>No wins yet</Trans>
      </p>
    )
  return (
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
  )
}
