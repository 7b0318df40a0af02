import { useLingui } from '@lingui/react/macro'
import type { BetView } from '@nare/contract/betting'
import { useAmountText } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Icon } from '@nare/ui/icon'
import { Notice } from '@nare/ui/notice'
import { useEffect, useRef, useState } from 'react'
import { useOnce } from '../../../forms/use-once.ts'
import { partText, pickText } from '../../../i18n/pick-text.ts'
import { saveFile } from '../../../play/save-file.ts'
import { paidOf } from '../../../tax/paid-of.ts'
import { drawWin, pictureSize } from './draw-win.ts'
import style from './won.module.css'

/**
 * A picture of a win to share: its odds and picks, without name and number of the bettor; the amount only if the bettor asks for it. Where the
 * browser cannot share files, the picture is saved.
 */
export function ShareWin({ bet }: { bet: BetView }) {
  const { t } = useLingui()
  const text = useAmountText()
  const [hasAmount, setHasAmount] = useState(false)
  const [isFailed, setFailed] = useState(false)
  const { busy, once } = useOnce()
  const canvas = useRef<HTMLCanvasElement>(null)
  const amount = hasAmount ? text(paidOf(bet)) : undefined
  const picks = bet.legs.flatMap((leg) => leg.parts?.map((part) => partText(part, leg)) ?? pickText(leg))
  const odds = bet.total_odds ?? ''
  const site = location.host
  const shown = JSON.stringify({ odds, picks, amount, site })
  useEffect(() => {
    if (canvas.current) drawWin(canvas.current, JSON.parse(shown) as Parameters<typeof drawWin>[1])
  }, [shown])
  const share = async (): Promise<void> => {
    const blob = await new Promise<Blob | null>((done) => canvas.current?.toBlob(done, 'image/png'))
    setFailed(!blob)
    if (!blob) return
    const name = `nare-${bet.bet_id}.png`
    const files = [new File([blob], name, { type: blob.type })]
    if (!navigator.canShare?.({ files })) return saveFile(blob, name)
    await navigator.share({ files }).catch(() => undefined)
  }
  return (
    <section className={style.share} aria-label={t`Picture to share`}>
      <canvas ref={canvas} {...pictureSize} role="img" aria-label={[odds, ...picks, amount ?? ''].join(', ')} />
      <div>
        <b>{t`Picture to share`}</b>
        <small>{t`No name, no number`}</small>
        <label>
          <input
            type="checkbox"
            checked={hasAmount}
            onChange={({ currentTarget }) => setHasAmount(currentTarget.checked)}
          />{' '}
          {t`Amount`}
        </label>
      </div>
      <Button wide disabled={busy} onClick={() => void once(share)}>
        <Icon name="share" size={18} /> {t`Share as picture`}
      </Button>
      {isFailed && <Notice>{t`The picture could not be made`}</Notice>}
    </section>
  )
}
