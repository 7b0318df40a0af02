import type { BetView } from '@nare/contract/betting'
import { slipCodes } from '@nare/contract/slip-codes'
import { useEffect, useState } from 'react'
import { call } from '../../state/browser.ts'
import { wirePicks } from '../../state/picks.ts'
import { BookingCode } from './booking-code.tsx'
import own from './receipt.module.css'

/** The booking code of a placed bet; `onCode` takes it too. The server returns one code for the same picks. */
export function ReceiptCode({ bet, onCode }: { bet: BetView; onCode: (code: string) => void }) {
  const [code, setCode] = useState<string | undefined>()
  useEffect(() => {
    let isShown = true
    void call(slipCodes.share, { slip: wirePicks(bet.legs) }).then((reply) => {
      if (!isShown || !reply.ok) return
      setCode(reply.body.code)
      onCode(reply.body.code)
    })
    return () => {
      isShown = false
    }
  }, [bet.legs, onCode])
  return code ? <BookingCode code={code} /> : <div className={own.code} aria-hidden="true" />
}
