import { Trans } from '@lingui/react/macro'
import { EmptyState } from '@nare/ui/empty-state'
import { useState } from 'react'
import { Link } from 'wouter'
import { useApp } from '../../state/hooks.ts'
import { LoadCode } from './load-code.tsx'
import { BoostNote } from './boost-note.tsx'
import { Receipts } from './receipt.tsx'
import { ShareSlip } from './share-slip.tsx'
import { SlipFoot } from './slip-foot.tsx'
import { SlipLeg } from './slip-leg.tsx'
import { SlipTools } from './slip-tools.tsx'
import { SystemChoice } from './system-choice.tsx'
import { useSlipNow } from './use-slip-now.ts'
import { useKeptStake } from './use-stake.ts'
import { useUnresolved } from './use-unresolved.ts'
import { useValidation } from './use-validation.ts'
import style from './slip.module.css'

/** The slip as the right column of wide screens. */
export function SlipColumn() {
  return (
    <div className={style.column}>
      <SlipHead />
      <Slip />
    </div>
  )
}

/** The slip as a page. */
export function SlipPage() {
  return (
    <div className={`${style.column} ${style.page}`}>
      <SlipHead page />
      <Slip />
    </div>
  )
}

function SlipHead({ page = false }: { page?: boolean }) {
  const picks = useApp(({ betting: { slip } }) => slip.length)
  const Head = page ? 'h1' : 'h2'
  return (
    <header className={style.head}>
      <Head>
        <Trans>Slip</Trans> <span className={style.count}>{picks}</span>
      </Head>
      <SlipTools />
    </header>
  )
}

/** The picks with the foot pinned below them; after placing, the receipts. */
export function Slip() {
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  const receipts = useApp(({ betting: { receipts: placed } }) => placed)
  const placing = useApp(({ betting: { placing: stage } }) => stage)
  return (
    <div className={style.slip}>
      {receipts.length > 0 && placing === 'idle' && <Receipts bets={receipts} />}
      {slip.length > 0 ? <FilledSlip /> : receipts.length === 0 && <EmptySlip />}
    </div>
  )
}

function FilledSlip() {
  const slip = useApp(({ betting: { slip: picks } }) => picks)
  const type = useApp(({ betting: { bet_type } }) => (slip.length === 1 ? 'single' : bet_type))
  const [isCodeShown, setCodeShown] = useState(false)
  const now = useSlipNow(slip)
  useKeptStake()
  useUnresolved()
  useValidation()
  return (
    <>
      {isCodeShown && <LoadCode autoFocus onLoaded={() => setCodeShown(false)} />}
      {/* Above the picks: below them, the pinned foot would cover it. */}
      {type === 'system' && <SystemChoice legs={slip.length} />}
      <ul className={style.legs}>
        {slip.map((pick, index) => (
          <SlipLeg key={pick.match_id} pick={pick} now={now[index] ?? { odd_value: pick.odd_value, state: 'open' }} />
        ))}
      </ul>
      {type === 'multi' && <BoostNote picks={slip.length} />}
      <ShareSlip slip={slip} />
      <SlipFoot slip={slip} now={now} onCode={() => setCodeShown(!isCodeShown)} />
    </>
  )
}

function EmptySlip() {
  return (
    <>
      <EmptyState
        drawing="slip"
        action={
          <Link href="/my-bets">
            <Trans>My bets</Trans>
          </Link>
        }
      >
        <Trans>Your slip is empty. Tap a price to add a pick</Trans>
      </EmptyState>
      <LoadCode onLoaded={() => {}} />
    </>
  )
}
