import { Dialog } from '../parts/dialog.tsx'
import { Keys } from '../parts/controls.tsx'
import { setSingleKeys, singleKeys, useBindings } from '../parts/keys.ts'
import { useMe } from '../wire/me.ts'
import { useSignal } from '../wire/signal.ts'
import { roomsOf } from './rooms.ts'
import style from './key-list.module.css'

/** All keys that act now, and the switch for single keys. */
export function KeyList({ open, onClose }: { open: boolean; onClose: () => void }) {
  const keysOn = useSignal(singleKeys)
  const rooms = roomsOf(useMe().permissions)
  const bindings = useBindings().filter(({ label }) => label !== undefined)
  return (
    <Dialog open={open} title="Keys" onClose={onClose}>
      <dl className={style.keys}>
        {bindings.map(({ keys, label }) => (
          <div key={keys.join()}>
            <dt>
              <Keys names={keys} />
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        {rooms.map(({ number, name }) => (
          <div key={number}>
            <dt>
              <Keys names={[`g ${number}`]} />
            </dt>
            <dd>{name}</dd>
          </div>
        ))}
      </dl>
      <label className={style.choice}>
        <input type="checkbox" checked={keysOn} onChange={({ target }) => setSingleKeys(target.checked)} />
        Single keys act. Keys with Ctrl, Enter, Esc and the arrows always do.
      </label>
    </Dialog>
  )
}
