import { connected } from './live-connection.ts'
import { useSignal } from './signal.ts'

/** True while live states arrive. */
export const useConnected = (): boolean => useSignal(connected)
