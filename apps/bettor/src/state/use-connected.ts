import { connected } from './live-connection.ts'
import { useSignal } from './signal.ts'

/** Whether live states arrive now. */
export const useConnected = (): boolean => useSignal(connected)
