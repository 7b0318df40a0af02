import { Trans, useLingui } from '@lingui/react/macro'
import { casino, type CasinoWinner } from '@nare/contract/casino'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { useEffect, useState } from 'react'
import { useLite } from '../../preferences/use-lite.ts'
import { stored } from '../../state/browser.ts'
import { fetchCasinoWinners } from '../../state/calls-casino.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { timesOf, tintOf, winnersHiddenKey } from './shelves.ts'
import style from './front.module.css'

/** Two are shown on a phone (front.module.css). */
const rowsMax = 6
/** The lobby waits this long for the winners: later ones would move its tiles, so they are shown at the next visit. */
const waitMs = 600

/** The latest wins of others, for a place between the tiles. `isKnown` is true once the place will not change any more. */
export function useWinners(isLobbyLoaded: boolean): { winners: readonly CasinoWinner[]; isKnown: boolean } {
  const send = useSend()
  const all = useApp(({ virtuals }) => virtuals.casino_winners)
  const lite = useLite()
  const [isWanted] = useState(() => stored.read(winnersHiddenKey) !== true && !lite)
  const [before] = useState(all)
  const [state, setState] = useState<'waiting' | 'loaded' | 'late'>(before.length > 0 ? 'loaded' : 'waiting')
  useEffect(() => {
    if (!isWanted) return
    const done = (): void => setState((now) => (now === 'waiting' ? 'loaded' : now))
    void send(fetchCasinoWinners({ endpoint: casino.winners.path })).finally(done)
  }, [send, isWanted])
  useEffect(() => {
    if (!isLobbyLoaded) return
    const timer = setTimeout(() => setState((now) => (now === 'waiting' ? 'late' : now)), waitMs)
    return () => clearTimeout(timer)
  }, [isLobbyLoaded])
  const winners = before.length > 0 ? before : all
  return { winners: isWanted && state === 'loaded' ? winners : [], isKnown: !isWanted || state !== 'waiting' }
}

/** The latest wins with their stakes, names masked, as a row between the tiles. The bettor can hide them for good. */
export function Winners({ winners }: { winners: readonly CasinoWinner[] }) {
  const { t } = useLingui()
  const [hidden, setHidden] = useState(false)
  const hide = (): void => {
    stored.write(winnersHiddenKey, true)
    setHidden(true)
  }
  const show = (): void => {
    stored.remove(winnersHiddenKey)
    setHidden(false)
  }
  return (
    <li className={style.winners}>
      <section aria-label={t`Winners`}>
        {hidden ? (
          <button type="button" className={style.again} onClick={show}>{t`Show winners`}</button>
        ) : (
          <>
            <ul>
              {winners.slice(0, rowsMax).map((winner) => (
                <Row key={`${winner.at} ${winner.player} ${winner.game_id}`} winner={winner} />
              ))}
            </ul>
            <button type="button" className={style.hide} aria-label={t`Hide winners`} onClick={hide}>
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
