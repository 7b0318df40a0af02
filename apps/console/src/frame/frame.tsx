import { Outlet, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Palette } from '../features/search/palette.tsx'
import { useKeys } from '../parts/keys.ts'
import { followLive } from '../wire/live.ts'
import { useMe } from '../wire/me.ts'
import { Foot } from './foot.tsx'
import { KeyList } from './key-list.tsx'
import { PhoneNav, Rail } from './rail.tsx'
import { roomsOf } from './rooms.ts'
import { StepUp } from './step-up.tsx'
import { Top } from './top.tsx'
import style from './frame.module.css'

/** What surrounds every room: search and clock above, the rail, the keys below; and the dialogs that open from everywhere. */
export function Frame() {
  const { permissions } = useMe()
  const rooms = roomsOf(permissions)
  const navigate = useNavigate()
  useEffect(followLive, [])
  const [open, setOpen] = useState<'search' | 'keys'>()
  const close = (): void => setOpen(undefined)
  useKeys(
    [
      { keys: ['Ctrl+k'], label: 'find anything', press: () => setOpen('search') },
      { keys: ['?'], label: 'all keys', press: () => setOpen('keys') },
      {
        keys: rooms.map(({ number }) => `g ${number}`),
        press: (key) => {
          const room = rooms.find(({ number }) => key === `g ${number}`)
          if (room) void navigate({ to: room.to })
        },
      },
    ],
    { frame: true },
  )
  return (
    <div className={style.frame}>
      <a className={style.skip} href="#main">
        Skip to the page
      </a>
      <Top onSearch={() => setOpen('search')} onKeys={() => setOpen('keys')} />
      <div className={`kanga ${style.strip}`} />
      <Rail rooms={rooms} />
      <main id="main" className={style.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Foot onAll={() => setOpen('keys')} />
      <PhoneNav rooms={rooms} />
      <Palette open={open === 'search'} onClose={close} />
      <KeyList open={open === 'keys'} onClose={close} />
      <StepUp />
    </div>
  )
}
