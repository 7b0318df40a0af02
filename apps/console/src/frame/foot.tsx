import { Keys } from '../parts/controls.tsx'
import { singleKeys, useBindings } from '../parts/keys.ts'
import { useSignal } from '../wire/signal.ts'
import style from './foot.module.css'

const shownMax = 12

/** The keys of the screen. */
export function Foot({ onAll }: { onAll: () => void }) {
  const keysOn = useSignal(singleKeys)
  const bindings = useBindings().filter(({ label, keys }) => label !== undefined && !keys.includes('?'))
  const shown = bindings
    .toSorted((a, b) => rankOf(a.keys) - rankOf(b.keys))
    .filter(({ keys }) => keysOn || keys.some((key) => /^(Enter|Escape|Ctrl)/.test(key)))
  return (
    <footer className={style.foot}>
      {shown.slice(0, shownMax).map(({ keys, label }) => (
        <span key={keys.join()}>
          {keys.length > 3 ? (
            <>
              <Keys names={keys.slice(0, 1)} /> … <Keys names={keys.slice(-1)} />
            </>
          ) : (
            <Keys names={keys} />
          )}{' '}
          {label}
        </span>
      ))}
      <button type="button" onClick={onAll}>
        <Keys names={['?']} /> all keys
      </button>
    </footer>
  )
}

/** The cursor comes first; the ways to other pages and the way out stand at the end. */
function rankOf(keys: readonly string[]): number {
  if (keys.includes('j')) return 0
  if (keys.includes('Escape')) return 3
  return keys.some((key) => key.startsWith('g ')) ? 2 : 1
}
