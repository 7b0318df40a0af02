import { Trans, useLingui } from '@lingui/react/macro'
import { useLive } from '@nare/client/use-live'
import { crash, type CrashBetsState, type CrashState } from '@nare/contract/crash'
import { useAmountText } from '@nare/ui/amount'
import { Sheet } from '@nare/ui/sheet'
import { useEffect, useState } from 'react'
import { failureText } from '../../i18n/failure-text.ts'
import { useApp } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useRead } from '../../state/use-read.ts'
import type { AutoPlan } from './autoplay.ts'
import { AutoplayBar } from './autoplay-bar.tsx'
import { AutoplayForm } from './autoplay-form.tsx'
import { BetPanel, type Limits } from './bet-panel.tsx'
import { seals } from './check-sheet.tsx'
import { CrashBar } from './crash-bar.tsx'
import { History } from './history.tsx'
import { OwnBets, Players, usePlayerCount } from './players.tsx'
import { SessionFoot } from './session-foot.tsx'
import type { Slot } from './slots.ts'
import { Spoken } from './spoken.tsx'
import { Stage } from './stage.tsx'
import { useAutoplay } from './use-autoplay.ts'
import { useLine } from './use-line.ts'
import { useSlots } from './use-slots.ts'
import style from './crash.module.css'
import panel from './panel.module.css'
import side from './side.module.css'

type Tab = 'players' | 'own'

/** The crash game: the flight, two bets, automatic play, the last points with their checks, and what others do. */
export function Crash() {
  const { t } = useLingui()
  const round = useLive('crash')
  const line = useLine()
  const now = useSlots(round, line.cut)
  const onBreak = useExclusion() !== undefined
  const autoplay = useAutoplay({ now, round, cut: line.cut, onBreak })
  const chain = useRead(crash.chain, {}, 600_000).body
  const settings = useApp(({ data }) => data.app_config)
  const limits = chain?.limits ?? limitsOf(settings)
  useEffect(() => {
    if (round?.phase === 'betting') seals.note(round.round_id, round.seal)
  }, [round?.phase, round?.round_id, round?.seal])
  useEffect(() => {
    const before = document.title
    document.title = `${t`Crash`} · Nare`
    return () => {
      document.title = before
    }
  }, [t])
  const isAuto = autoplay.run !== undefined && !autoplay.run.stopped
  const common = { round, limits, cut: line.cut, onBreak }
  return (
    <section className={style.page} aria-label={t`Crash`}>
      <CrashBar returns={chain?.return_percent} />
      <History round={round} />
      <div className={style.columns}>
        <div>
          <Stage round={round} cut={line.cut}>
            <Message now={now} cut={line.cut} />
          </Stage>
          <div className={panel.panels}>
            <BetPanel no={1} slot={now[1]} auto={isAuto} {...common} />
            <BetPanel no={2} slot={now[2]} auto={false} {...common} />
          </div>
        </div>
        <Tabs round={round} autoplay={autoplay} now={now} limits={limits} ready={round !== undefined && !line.cut} />
      </div>
      <Spoken now={now} />
      <footer className={style.foot}>
        <AutoplayBar autoplay={autoplay} />
        <SessionFoot changed={now.over} />
      </footer>
    </section>
  )
}

/** The limits of the settings; undefined until both are known. */
const limitsOf = (settings: Partial<Limits> | undefined | null): Limits | undefined =>
  settings?.min_stake && settings.max_stake
    ? { min_stake: settings.min_stake, max_stake: settings.max_stake }
    : undefined

/** Over the foot of the flight: a cut line, else why a command had no effect. It moves nothing. */
function Message({ now, cut }: { now: ReturnType<typeof useSlots>; cut: boolean }) {
  const { i18n } = useLingui()
  const amount = useAmountText()
  const open = [now[1], now[2]].filter(({ bet }) => bet?.state === 'open')
  const { refusal, about } = now[1].refusal ? now[1] : now[2]
  if (cut)
    return (
      <p className={style.message} role="alert">
        {open.some(({ busy }) => busy !== 'idle') ? (
          <Trans>No connection. We keep trying to reach the server; until then your bet stays on.</Trans>
        ) : open.some((slot) => slot.refusal?.code === 'not_sent') ? (
          <Trans>Not sent: no connection. Your bet stays on; try again when you're back.</Trans>
        ) : open.length === 0 ? (
          <Trans>No connection. Nothing new can be placed.</Trans>
        ) : open.every(({ bet }) => bet?.auto_cash_out) ? (
          <Trans>No connection. Your bet stays on and cashes out at its target; we look it up when you're back.</Trans>
        ) : (
          <Trans>No connection. Your bet stays on; we look it up when you're back.</Trans>
        )}
      </p>
    )
  if (!refusal) return null
  return (
    <p className={style.message} role="alert">
      {refusal.code === 'no_answer' ? <Unknown about={about} /> : failureText(i18n, refusal, amount)}
    </p>
  )
}

/** What is unknown after a command without an answer. */
function Unknown({ about }: Pick<Slot, 'about'>) {
  if (about === 'cash_out') return <Trans>We don't know yet whether you cashed out. You'll see it in your bets.</Trans>
  if (about === 'cancel')
    return <Trans>We don't know yet whether your bet was taken back. You'll see it in your bets.</Trans>
  return <Trans>We couldn't confirm this. If a bet was placed, it's in your bets.</Trans>
}

type TabsProps = {
  round: CrashState | undefined
  autoplay: ReturnType<typeof useAutoplay>
  now: ReturnType<typeof useSlots>
  limits: Limits | undefined
  ready: boolean
}

function Tabs({ round, autoplay, now, limits, ready }: TabsProps) {
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
    <div className={style.side}>
      <div role="group" aria-label={t`Beside the flight`} className={side.tabs}>
        {tabs.map(({ key, text }) => (
          <button key={key} type="button" className="num" aria-pressed={tab === key} onClick={() => open(key)}>
            {text}
          </button>
        ))}
        <button type="button" aria-haspopup="dialog" disabled={isRunning || !limits} onClick={() => plans(true)}>
          <Trans>Autoplay</Trans>
        </button>
      </div>
      {tab === 'players' && <Players round={round} paused={paused} onPause={pause} />}
      {tab === 'own' && <OwnBets bets={now.over} />}
      <Sheet open={isPlanning} title={t`Autoplay`} closeLabel={t`Close`} onClose={() => plans(false)}>
        {limits && <AutoplayForm limits={limits} ready={ready} onStart={start} />}
      </Sheet>
    </div>
  )
}
