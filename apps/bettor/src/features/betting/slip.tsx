import '../../play/cash-out-texts.ts'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { SlipBody, SlipScreen } from '../../slip/slip.tsx'
import { useUnresolved } from '../../slip/use-sent-bets.ts'
import { useKeptStake } from '../../slip/use-stake.ts'
import { useApp } from '../../state/hooks.ts'
import { useEditing } from './edit/editing.ts'
import { IdleSlip } from './idle-slip.tsx'
import { LoadCode } from './load-code.tsx'
import { BoostNote } from './boost-note.tsx'
import { BetsBelowSlip } from './open-bets/open-bets-part.tsx'
import { sports } from './place-slip.ts'
import { Receipts } from './receipt.tsx'
import { Referred } from './referred/referred-part.tsx'
import { ShareSlip } from './share-slip.tsx'
import { SlipFoot } from './slip-foot.tsx'
import { SlipLeg } from './slip-leg.tsx'
import { SlipTools } from './slip-tools.tsx'
import { SystemChoice } from './system-choice.tsx'
import { tools } from './tools.ts'
import { useSlipNow } from './use-slip-now.ts'
import { useValidation } from './use-validation.ts'
import style from './slip.module.css'

/** The slip while a bet is edited. */
const EditSlip = lazyPart(() =>
  loadWithMessages(() => import('./edit/edit-slip.tsx'), ['cashout', 'forms', 'slip']).then((part) => part.EditSlip),
)

/** The slip as the right column of wide screens, or as a page. */
export function SlipColumn({ page = false }: { page?: boolean }) {
  const picks = useApp(({ betting: { slip } }) => slip.length)
  const title = (
    <>
      <Trans>Slip</Trans> <span className={style.count}>{picks}</span>
    </>
  )
  return (
    <SlipScreen page={page} title={title} tools={<SlipTools />}>
      <Slip />
      {!page && <BetsBelowSlip isIdle={picks === 0} />}
    </SlipScreen>
  )
}

export const SlipPage = () => <SlipColumn page />

/** The picks with the foot pinned below them; after placing, the receipts. In the low sheet, one pick and its foot. */
export function Slip({ isLow = false }: { isLow?: boolean }) {
  const hasPicks = useApp(({ betting: { slip } }) => slip.length > 0)
  const editing = useEditing()
  return (
    <>
      <Referred />
      <SlipBody
        kind="sports"
        receipt={(bets) => <Receipts bets={bets} />}
        filled={editing ? <EditSlip editing={editing} /> : hasPicks && <FilledSlip isLow={isLow} />}
        empty={<IdleSlip />}
      />
    </>
  )
}

function FilledSlip({ isLow }: { isLow: boolean }) {
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  const type = useApp(({ betting: { bet_type } }) => (slip.length === 1 ? 'single' : bet_type))
  const [isCodeShown, setCodeShown] = useState(false)
  const now = useSlipNow(slip)
  useKeptStake('sports')
  useUnresolved(sports, tools)
  useValidation()
  return (
    <>
      {isCodeShown && <LoadCode autoFocus onLoaded={() => setCodeShown(false)} />}
      {/* Above the picks: below them, the pinned foot would cover it. */}
      {type === 'system' && <SystemChoice legs={slip.length} />}
      <ul className={style.legs}>
        {slip.map((pick, index) => (
          <SlipLeg
            key={pick.match_id}
            pick={pick}
            now={now[index] ?? { odd_value: pick.odd_value, state: 'open' }}
            hasStake={type === 'single' && slip.length > 1}
            isLow={isLow}
          />
        ))}
      </ul>
      {type === 'multi' && <BoostNote picks={slip.length} />}
      {!isLow && <ShareSlip slip={slip} />}
      <SlipFoot slip={slip} now={now} isLow={isLow} onCode={() => setCodeShown(!isCodeShown)} />
    </>
  )
}
