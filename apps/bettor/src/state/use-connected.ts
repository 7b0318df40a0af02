import { useSyncExternalStore } from 'react'
import { line } from './browser.ts'

/** Whether live updates arrive now. */
export const useConnected = (): boolean => useSyncExternalStore(line.listen, line.isOpen)
