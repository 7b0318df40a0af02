import { Trans } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { Amount } from '@nare/ui/amount'
import { Price } from '@nare/ui/price'
import { useState } from 'react'
import { Link } from 'wouter'
import { BetName } from '../../slip/bet-name.tsx'
import { LegRow } from '../../slip/leg-row.tsx'
import { Receipt } from '../../slip/receipt.tsx'
import { ReceiptCode } from './receipt-code.tsx'
import style from './slip.module.css'

/** Receipts of placed bets. Those that a trader decides are shown above. */
export function Receipts({ bets }: { bets: readonly BetView[] }) {
  const [code, setCode] = useState<string | undefined>()
  const placed = bets.filter(({ referral }) => !referral)
  if (placed.length === 0) return null
  return (
    <Receipt
      kind="sports"
      bets={placed}
      nameOf={(bet) => <BetName bet={bet} />}
      matches="/"
      placed="/my-bets"
      more={
        placed.length === 1 &&
        code && (
          <Link href={`/b/${code}`}>
            <Trans>Same picks again</Trans>
          </Link>
        )
      }
      picksOf={(bet) => (
        <>
          {bet.replaces !== undefined && (
            <p>
              <Link href={`/my-bets?bet=${bet.replaces}`}>
                <Trans>
                  Replaces bet #{bet.replaces}, worth <Amount value={bet.stake} />
                </Trans>
              </Link>
            </p>
          )}
          <ul className={style.legs}>
            {bet.legs.map((leg) => (
              <LegRow
                key={leg.ucn}
                leg={leg}
                href={`/match/${leg.match_id}`}
                end={
                  <b className={style.price}>
                    <Price value={leg.odd_value} />
                  </b>
                }
              />
            ))}
          </ul>
          <ReceiptCode bet={bet} onCode={setCode} />
        </>
      )}
    />
  )
}
