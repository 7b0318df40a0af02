import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Chips } from '@nare/ui/button'
import { Icon } from '@nare/ui/icon'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { betting, type BetType } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { LoadCode } from './load-code.tsx'
import { Receipts } from './receipt.tsx'
import { SlipFoot } from './slip-foot.tsx'
import { SlipLeg } from './slip-leg.tsx'
import { useSlipNow } from './use-slip-now.ts'
import { useValidation } from './use-validation.ts'
import style from './slip.module.css'

/** The slip as the right column of wide screens. */
export function SlipColumn() {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const open = (): void => top.current?.querySelector<HTMLElement>('button,input,a')?.focus()
    addEventListener('nare:slip', open)
    return () => removeEventListener('nare:slip', open)
  }, [])
  return (
    <div ref={top} className={style.column}>
      <SlipHead />
      <Slip />
    </div>
  )
}

/** The slip as a page. */
export function SlipPage() {
  return (
    <div className={style.page}>
      <SlipHead page />
      <Slip />
    </div>
  )
}

function SlipHead({ page = false }: { page?: boolean }) {
  const picks = useApp(({ betting: { slip } }) => slip.length)
  const Head = page ? 'h1' : 'h2'
  return (
    <Head className={style.head}>
      <Icon name="slip" size={20} /> <Trans>Slip</Trans> <span className={style.count}>{picks}</span>
    </Head>
  )
}

/** Picks, bet type, stake and button; after placing, the receipts. */
export function Slip() {
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  const receipts = useApp(({ betting: { receipts: placed } }) => placed)
  const placing = useApp(({ betting: { placing: stage } }) => stage)
  return (
    <div className={style.slip}>
      {receipts.length > 0 && placing === 'idle' && <Receipts bets={receipts} />}
      {slip.length > 0 ? <Filled /> : receipts.length === 0 && <Empty />}
    </div>
  )
}

function Filled() {
  const { t } = useLingui()
  const send = useSend()
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  const type = useApp(({ betting: { bet_type } }) => bet_type)
  const [loads, setLoads] = useState(false)
  const now = useSlipNow(slip)
  useValidation()
  const setType = (value: BetType): void => void send(betting.actions.set({ field: 'bet_type', value }))
  return (
    <>
      <div className={style.tools}>
        {slip.length > 1 && (
          <Chips
            label={t`Bet type`}
            value={type}
            onPick={setType}
            items={[
              { key: 'single', text: t`Single` },
              { key: 'multi', text: t`Multi` },
              ...(slip.length > 2 ? [{ key: 'system' as const, text: t`System` }] : []),
            ]}
          />
        )}
        <span className={style.ends}>
          <Button small look="plain" onClick={() => setLoads(!loads)} aria-expanded={loads}>
            <Trans>Load code</Trans>
          </Button>
          <Button small look="plain" onClick={() => send(betting.actions.reset('slip'))}>
            <Trans>Clear</Trans>
          </Button>
        </span>
      </div>
      {loads && <LoadCode onLoaded={() => setLoads(false)} />}
      <ul className={style.legs}>
        {slip.map((pick, index) => (
          <SlipLeg key={pick.match_id} pick={pick} now={now[index] ?? { odd_value: pick.odd_value, state: 'open' }} />
        ))}
      </ul>
      <SlipFoot slip={slip} now={now} />
    </>
  )
}

function Empty() {
  return (
    <div className={style.empty}>
      <p>
        <Trans>Your slip is empty. Tap a price to add a pick.</Trans>
      </p>
      <LoadCode onLoaded={() => {}} />
      <p>
        <Link href="/my-bets">
          <Trans>My bets</Trans>
        </Link>
      </p>
    </div>
  )
}
