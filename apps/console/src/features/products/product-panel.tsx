import { operator } from '@nare/contract/operator'
import type { StatedProduct } from '@nare/contract/operator-returns'
import { useState } from 'react'
import { Facts, Tag } from '../../parts/controls.tsx'
import { whenText } from '../../parts/format.ts'
import { ProductPanel } from '../../parts/product-room.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import { StopButton } from './stop-button.tsx'
import { StopForm } from './stop-form.tsx'
import style from './returns.module.css'

const everyMs = 15_000

/** Whether a product takes stakes at all; undefined while it is read. */
export function useProductState(product: StatedProduct) {
  const { data } = useRead(operator.products, {}, { everyMs })
  return data?.data.find((one) => one.product === product)
}
type State = NonNullable<ReturnType<typeof useProductState>>

/** The button that opens the product as a whole, with its state. */
export function ProductButton({ of, isOpen, onOpen }: { of: State | undefined; isOpen: boolean; onOpen: () => void }) {
  if (!of) return null
  return (
    <button type="button" aria-pressed={isOpen} onClick={onOpen}>
      The whole product {of.paused && <Tag tone="amber">Paused</Tag>}
    </button>
  )
}

/** A product as a whole: who paused it, and its pause. */
export function WholeProduct({ of, name, effect }: { of: State; name: string; effect: string }) {
  const [isAsked, setAsked] = useState(false)
  const { paused, operator: by, changed_at: at, product } = of
  return (
    <>
      <ProductPanel title={name}>
        <Facts
          rows={[
            ['Takes stakes', paused ? 'no, it is paused' : 'yes'],
            ['Changed', at === null ? 'never' : `${whenText(at, serverNow())}, ${by ?? 'nobody'}`],
          ]}
        />
        <div className={style.buttons}>
          {!isAsked && <StopButton isStopped={paused} onAsk={() => setAsked(true)} />}
        </div>
      </ProductPanel>
      {isAsked && (
        <StopForm
          route={operator.pauseProduct}
          {...{ name, effect, isStopped: paused }}
          input={({ reason, stopped }) => ({ product, paused: stopped, reason })}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
