import { Link } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { Keys } from '../parts/controls.tsx'
import { singleKeys } from '../parts/keys.ts'
import { useSignal } from '../wire/signal.ts'
import type { Room } from './rooms.ts'
import { useWaiting } from './use-waiting.ts'
import style from './rail.module.css'

/** The rooms of the person, with how much waits in each. Amber: something waits longer than promised. */
export function Rail({ rooms }: { rooms: readonly Room[] }) {
  const keysOn = useSignal(singleKeys)
  const numbers = rooms.map(({ number }) => number)
  return (
    <nav className={style.rail} aria-label="Rooms">
      {rooms.map((room) => (
        <RoomLink key={room.to} room={room} />
      ))}
      {keysOn && rooms.length > 1 && (
        <span className={style.hint}>
          <Keys names={['g']} /> then
          <br />
          {Math.min(...numbers)} to {Math.max(...numbers)}
        </span>
      )}
    </nav>
  )
}

const onPhoneMax = 6

/** The rooms at the foot of a phone. */
export function PhoneNav({ rooms }: { rooms: readonly Room[] }) {
  const shown = rooms.length > onPhoneMax ? rooms.filter(({ isForDesks }) => !isForDesks) : rooms
  return (
    <nav className={style.phone} aria-label="Rooms">
      {shown.slice(0, onPhoneMax).map((room) => (
        <RoomLink key={room.to} room={room} />
      ))}
    </nav>
  )
}

function RoomLink({ room: { to, name, icon } }: { room: Room }) {
  const waiting = useWaiting(to)
  return (
    <Link to={to} className={style.room} activeOptions={{ exact: to === '/' }}>
      <Icon name={icon} />
      <span>{name}</span>
      {waiting && (
        <span className={style.count} data-late={waiting.isLate || undefined}>
          {waiting.count}
          <span className="unseen"> wait{waiting.isLate ? ', some longer than promised' : ''}</span>
        </span>
      )}
    </Link>
  )
}
