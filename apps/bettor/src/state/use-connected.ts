import { useSyncExternalStore } from 'react'
import { connection } from './live-connection.ts'

/** Whether live states arrive now. */
export const useConnected = (): boolean => useSyncExternalStore(connection.listen, connection.isOpen)
