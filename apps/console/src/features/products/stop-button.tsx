import { Button } from '@nare/ui/button'
import { Keys } from '../../parts/controls.tsx'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../wire/me.ts'

/** The button that asks for a pause or its end, also by S. A pause is for many people, its end for an admin. */
export function StopButton({ isStopped, onAsk }: { isStopped: boolean; onAsk: () => void }) {
  const may = useMay()
  const canAsk = may(isStopped ? 'products.resume' : 'products.stop')
  const text = isStopped ? 'Resume' : 'Pause'
  useKeys([{ keys: ['s'], label: text.toLowerCase(), press: onAsk, on: canAsk }])
  if (!canAsk) return isStopped ? <p className="t3">An admin resumes it.</p> : null
  return (
    <Button small look={isStopped ? 'primary' : 'soft'} onClick={onAsk}>
      {text} <Keys names={['s']} />
    </Button>
  )
}
