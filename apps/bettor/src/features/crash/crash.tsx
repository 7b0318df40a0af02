import { Trans, useLingui } from '@lingui/react/macro'
import { useLive } from '@nare/client/use-live'
import { crash, type CrashBetsState, type CrashState } from '@nare/contract/crash'
import { Sheet } from '@nare/ui/sheet'
import { useEffect, useState } from 'react'
import { useApp } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useRead } from '../../state/use-read.ts'
import type { AutoPlan } from './autoplay.ts'
import { AutoplayBar } from './autoplay-bar.tsx'
import { AutoplayForm } from './autoplay-form.tsx'
import { BetPanel, type Limits } from './bet-panel.tsx'
import { seals } from './check-sheet.tsx'
import { CrashBar } from './crash-bar.tsx'
import { FlightMessage } from './flight-message.tsx'
import { ownBets } from './flight-parts.ts'
import { History } from './history.tsx'
import { OwnBets, Players, usePlayerCount } from './players.tsx'
import { RoundsChart } from './rounds-chart.tsx'
import { SessionFoot } from './session-foot.tsx'
import { Spoken } from './spoken.tsx'
import { Stage } from './stage.tsx'
import { useAutoplay } from './use-autoplay.ts'
import { useHistory } from './use-history.ts'
import { useRoundConnection } from './use-round-connection.ts'
import { useFlightSounds } from './use-flight-sounds.ts'
import { useSlots } from './use-slots.ts'
import { VisitCard } from './visit-card.tsx'
import style from './crash.module.css'
import panel from './panel.module.css'
import side from './side.module.css'

type Tab = 'players' | 'own'

/** The crash game: the flight, two bets, autoplay, the last crash points with their checks, and the bets of other players. */
export function Crash() {
  const { t } = useLingui()
  const round = useLive('crash')
  const connection = useRoundConnection()
  const now = useSlots(round, connection.isDisconnected)
  const onBreak = useExclusion() !== undefined
  const autoplay = useAutoplay({ now, round, isDisconnected: connection.isDisconnected, onBreak })
  const rounds = useHistory(round)
  const chain = useRead(crash.chain, {}, 600_000).body
  const settings = useApp(({ data }) => data.app_config)
  const limits = chain?.limits ?? limitsOf(settings)
  useEffect(() => {
    if (round?.phase === 'betting') seals.note(round.round_id, round.seal)
  }, [round?.phase, round?.round_id, round?.seal])
  useFlightSounds(round?.phase)
  const isAuto = autoplay.run !== undefined && !autoplay.run.stopped
  const isFirstFree = now[1].bet?.state !== 'open' && !isAuto
  const common = { round, limits, isDisconnected: connection.isDisconnected }
  return (
    <section className={style.page} aria-label={t`Crash`}>
      <CrashBar returns={chain?.return_percent}>
        <History rounds={rounds} />
      </CrashBar>
      <div className={style.columns}>
        <div className={style.game}>
          <Stage round={round} now={now} isDisconnected={connection.isDisconnected}>
            <FlightMessage now={now} isDisconnected={connection.isDisconnected} />
          </Stage>
          <div className={panel.panels}>
            <BetPanel slotNo={1} slot={now[1]} auto={isAuto} scales={isFirstFree} {...common} />
            <BetPanel slotNo={2} slot={now[2]} auto={false} scales={!isFirstFree} {...common} />
          </div>
        </div>
        <aside className={style.side} aria-label={t`Beside the flight`}>
          <VisitCard bets={now.settledBets} />
          <RoundsChart rounds={rounds} returns={chain?.return_percent} />
          <Tabs
            round={round}
            autoplay={autoplay}
            now={now}
            limits={limits}
            roundsMost={chain?.automatic_rounds ?? 0}
            ready={round !== undefined && !connection.isDisconnected}
          />
        </aside>
      </div>
      <Spoken now={now} />
      <footer className={style.foot}>
        <AutoplayBar autoplay={autoplay} />
        <SessionFoot changed={now.settledBets} staked={round?.staked} />
      </footer>
    </section>
  )
}

/** The stake limits of the settings; undefined until both are loaded. */
const limitsOf = (settings: Partial<Limits> | undefined | null): Limits | undefined =>
  settings?.min_stake && settings.max_stake
    ? { min_stake: settings.min_stake, max_stake: settings.max_stake }
    : undefined

type TabsProps = {
  round: CrashState | undefined
  autoplay: ReturnType<typeof useAutoplay>
  now: ReturnType<typeof useSlots>
  limits: Limits | undefined
  /** The most rounds of autoplay; 0 if the house has none. */
  roundsMost: number
  ready: boolean
}

function Tabs({ round, autoplay, now, limits, roundsMost, ready }: TabsProps) {
  const { t } = useLingui()
  const [tab, setTab] = useState<Tab>('players')
  const [isPlanning, plans] = useState(false)
  const [paused, pause] = useState<CrashBetsState | undefined>()
  const count = usePlayerCount({ round, paused, isListed: tab === 'players' })
  const tabs: { key: Tab; text: string }[] = [
    { key: 'players', text: count === undefined ? t`Players` : t`Players ${count}` },
    { key: 'own', text: t`My bets` },
  ]
  const isRunning = autoplay.run !== undefined && !autoplay.run.stopped
  const open = (key: Tab): void => {
    setTab(key)
    pause(undefined)
  }
  const start = (plan: AutoPlan): void => {
    autoplay.start(plan)
    plans(false)
  }
  return (
    <>
      <div role="group" aria-label={t`Bets and autoplay`} className={side.tabs}>
        {tabs.map(({ key, text }) => (
          <button key={key} type="button" className="num" aria-pressed={tab === key} onClick={() => open(key)}>
            {text}
          </button>
        ))}
        {roundsMost > 0 && (
          <button type="button" aria-haspopup="dialog" disabled={isRunning || !limits} onClick={() => plans(true)}>
            <Trans>Autoplay</Trans>
          </button>
        )}
      </div>
      {tab === 'players' && <Players round={round} own={ownBets(now)} paused={paused} onPause={pause} />}
      {tab === 'own' && <OwnBets bets={now.settledBets} />}
      <Sheet open={isPlanning} title={t`Autoplay`} closeLabel={t`Close`} onClose={() => plans(false)}>
        {limits && <AutoplayForm limits={limits} roundsMost={roundsMost} ready={ready} onStart={start} />}
      </Sheet>
    </>
  )
}
