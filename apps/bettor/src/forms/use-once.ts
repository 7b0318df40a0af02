import { useRef, useState } from 'react'

/** Runs one command at a time: a second tap while the first command runs does nothing, however fast it follows. */
export function useOnce(): { busy: boolean; once: (run: () => Promise<unknown>) => Promise<void> } {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  return {
    busy,
    once: async (run) => {
      if (running.current) return
      running.current = true
      setBusy(true)
      try {
        await run()
      } finally {
        running.current = false
        setBusy(false)
      }
    },
  }
}
