import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { slipCodes } from '@nare/contract/slip-codes'
import { typedCode } from '@nare/contract/typed-code'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { pickText } from '../../i18n/pick-text.ts'
import { Skeleton } from '../../loading/skeleton.tsx'
import pages from '../../pages/pages.module.css'
import { LegRow } from '../../slip/leg-row.tsx'
import { clashes, merged, type Clash } from '../../slip/merge-picks.ts'
import { openPick, type Shared } from '../../slip/open-pick.ts'
import { betting } from '../../state/betting.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import { useRead } from '../../state/use-read.ts'
import { LoadCode } from './load-code.tsx'
import { WhyGone } from './slip-leg.tsx'
import style from './slip.module.css'

/**
 * The picks of a booking code with their current state. Open picks can be added to the slip or replace it. If the slip has another
 * pick of the same match, that pick stays unless the bettor swaps it here.
 */
export function CodePage() {
  const { i18n, t } = useLingui()
  const code = typedCode(useParams<{ code: string }>().code ?? '')
  const { body, failed } = useRead(slipCodes.shared, { code }, 5_000)
  const send = useSend()
  const [, go] = useLocation()
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  const [replaced, setReplaced] = useState<ReadonlySet<string>>(new Set())
  if (!body)
    return failed ? (
      <NotFound code={code} text={failed.code === 'not_found' ? undefined : failureText(i18n, failed)} />
    ) : (
      <Skeleton />
    )
  const open = body.data.flatMap((shared) => openPick(shared) ?? [])
  const conflicts = clashes(slip, open)
  const result = merged(slip, open, replaced)
  const added = result.filter((pick) => !slip.includes(pick)).length
  const setSlip = (value: Pick[]): void => {
    send(betting.actions.set({ field: 'slip', value }))
    go('/betslip-slip')
  }
  const swap = (match_id: string): void => {
    const next = new Set(replaced)
    if (!next.delete(match_id)) next.add(match_id)
    setReplaced(next)
  }
  return (
    <section className={pages.form}>
      <h1>
        {t`Booking code`} <code>{code}</code>
      </h1>
      <ul className={style.legs}>
        {body.data.map((shared) => (
          <SharedLeg
            key={shared.ucn}
            shared={shared}
            clash={conflicts.find(({ theirs }) => theirs.match_id === shared.match_id)}
            isReplaced={replaced.has(shared.match_id)}
            onSwap={() => swap(shared.match_id)}
          />
        ))}
      </ul>
      <div className={style.actions}>
        <Button wide disabled={open.length === 0 || added === 0} onClick={() => setSlip(result)}>
          {open.length === 0 ? (
            t`No pick is open now`
          ) : added === 0 ? (
            t`Your slip has these matches`
          ) : slip.length > 0 ? (
            <Plural value={added} one="Add # pick to my slip" other="Add # picks to my slip" />
          ) : (
            <Plural value={added} one="Use # pick" other="Use # picks" />
          )}
        </Button>
        {slip.length > 0 && open.length > 0 && (
          <Button wide look="soft" onClick={() => setSlip(open)}>{t`Replace my whole slip`}</Button>
        )}
      </div>
    </section>
  )
}

type SharedLegProps = { shared: Shared; clash: Clash | undefined; isReplaced: boolean; onSwap: () => void }

/** One pick of the code. If the slip has another pick of the match: that pick, with a checkbox to swap it. */
function SharedLeg({ shared, clash, isReplaced, onSwap }: SharedLegProps) {
  const isOpen = shared.state === 'open'
  const leg = { ...shared.match, ...shared }
  const theirs = pickText(leg)
  const mine = clash && pickText(clash.mine)
  const price = clash?.mine.odd_value
  return (
    <LegRow
      leg={leg}
      isGone={!isOpen}
      end={
        <span className={style.price}>
          {shared.changed && <s className="num">{shared.old_odd_value}</s>}
          <b className="num">{isOpen ? shared.odd_value : <WhyGone state={shared.state} />}</b>
        </span>
      }
      note={
        clash && (
          <label className={style.clash}>
            <input type="checkbox" checked={isReplaced} onChange={onSwap} />
            <span>
              <Trans>
                Your slip has {mine} at {price}. Swap it for {theirs}
              </Trans>
            </span>
          </label>
        )
      }
    />
  )
}

function NotFound({ code, text }: { code: string; text: string | undefined }) {
  return (
    <section className={pages.form}>
      <h1>
        <Trans>Booking code</Trans> <code>{code}</code>
      </h1>
      {text && <p role="alert">{text}</p>}
      <LoadCode typed={code} isUnknown={!text} onLoaded={() => {}} />
    </section>
  )
}
