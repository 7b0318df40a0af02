import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { endSession } from '../features/session/end-session.ts'
import { Dialog } from '../parts/dialog.tsx'
import style from './step-up.module.css'

/** Says after a log-out without success that the session goes on, and tries again. */
export function LogOutFailed({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isSending, setSending] = useState(false)
  const again = async (): Promise<void> => {
    setSending(true)
    await endSession()
    setSending(false)
  }
  return (
    <Dialog open={open} title="You are still logged in" onClose={onClose}>
      <div className={style.form}>
        <p role="alert">
          You could not be logged out, and your session goes on. Do not leave this computer before you are logged out.
        </p>
        <div className={style.buttons}>
          <Button disabled={isSending} onClick={() => void again()}>
            {isSending ? 'Logging out…' : 'Log out'}
          </Button>
          <Button look="soft" onClick={onClose}>
            Stay logged in
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
