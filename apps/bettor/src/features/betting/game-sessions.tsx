import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { betting } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { Icon } from '@nare/ui/icon'
import { day as dayText, thousands } from '@nare/ui/format'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useBusy } from '../../loading/busy.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { Retry } from '../../loading/retry.tsx'
import { failureText } from '../../i18n/failure-text.ts'
import { NothingHere } from '../../pages/nothing-here.tsx'
import { useOwnGameName } from '../../play/game-names.ts'
import { useFreshRead } from '../../play/use-fresh-read.ts'
import { byDay, isOfGame, sumOf, type GameDay } from './play-days.ts'
import style from './game-sessions.module.css'

const weekDays = 7
/** As many days as one call has. */
const daysMax = 31
const freshMs = 60_000

/** The games of today, in one row each; without any, nothing. They stand below a list that they do not wait for. */
export function useGamesToday(): ReactNode {
  const { t } = useLingui()
  const { body, loading } = useFreshRead(betting.days, { days: weekDays }, freshMs)
  useBusy(!body && loading)
  const games = body?.data.filter(isOfGame).filter(({ day }) => day === body.today) ?? []
  return games.length > 0 && <Games title={t`Games today`} games={games} />
}

/** The games of the last 31 days by days, with the way to older ones. */
export function GamesByDay() {
  const { i18n, t } = useLingui()
  const { body, failed, loading, again } = useFreshRead(betting.days, { days: daysMax }, freshMs)
  if (!body) return failed && !loading ? <Retry why={failureText(i18n, failed)} again={again} /> : <Skeleton rows={4} />
  const days = byDay(body.data.filter(isOfGame))
  if (days.length === 0)
    return (
      <NothingHere drawing="bets" href="/nare-games" link={t`Place a bet`}>
        {t`Your bets of this kind will be here`}
      </NothingHere>
    )
  return (
    <>
      {days.map(({ day, games }) => (
        <Games
          key={day}
          title={day === body.today ? t`Games today` : dayText(`${day}T12:00:00Z`, i18n.locale)}
          games={games}
        />
      ))}
      <Link href="/bet-history?product=games" className={style.older}>{t`Older rounds`}</Link>
    </>
  )
}

function Games({ title, games }: { title: string; games: readonly GameDay[] }) {
  const { net, tax } = sumOf(games)
  return (
    <section className={style.games} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span>
          <Trans>
            net <Amount value={net} />
          </Trans>
          {tax && (
            <>
              {' · '}
              <Trans>
                Tax on winnings: <Amount value={tax} />
              </Trans>
            </>
          )}
        </span>
      </header>
      <ul>
        {games.map((game) => (
          <Session key={`${game.product} ${game.game}`} of={game} />
        ))}
      </ul>
    </section>
  )
}

/** A day with one game in a row: rounds, stakes, and what they won or lost. It leads to the rounds. */
function Session({ of: { day, product, game, name, bets, staked, net } }: { of: GameDay }) {
  const gameName = useOwnGameName()
  const isGain = Number(net) > 0
  return (
    <li>
      <Link href={`/bet-history?product=${product}&from=${day}&to=${day}`}>
        <i aria-hidden="true">
          <Icon name={game === 'crash' ? 'bolt' : 'casino'} size={16} />
        </i>
        <b>{gameName(game, name)}</b>
        <small>
          <Plural value={bets} one="# round" other="# rounds" /> ·{' '}
          <Trans>
            <span className="num">{thousands(staked)}</span> staked
          </Trans>
        </small>
        <b className="num" data-gained={isGain || undefined}>
          {isGain && '+'}
          {thousands(net)}
        </b>
        <Icon name="right" size={16} />
      </Link>
    </li>
  )
}
