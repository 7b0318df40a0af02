import { confirmed, connected } from './live-connection.ts'
import { useSignal } from './signal.ts'

/** True while live states arrive. */
export const useConnected = (): boolean => useSignal(connected)

/** False from a return to the page until its live states are known to be current. */
export const useConfirmed = (): boolean => useSignal(confirmed)
