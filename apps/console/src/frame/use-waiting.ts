import { isLate, pageOfQueue } from '../features/today/queues.ts'
import { useToday } from '../features/today/use-today.ts'
import { serverNow } from '../wire/browser.ts'
import { useMay } from '../wire/me.ts'

/** How many entries of queues wait in a room, in Today in all of them, and whether one waits longer than promised. */
export function useWaiting(to: string): { count: number; isLate: boolean } | undefined {
  const { today } = useToday()
  const may = useMay()
  const isHere = (page: string | undefined): boolean => to === '/' || page?.startsWith(`${to}/`) === true
  const queues = (today?.queues ?? []).filter(({ name }) => isHere(pageOfQueue(name, may)))
  const count = queues.reduce((sum, queue) => sum + queue.count, 0)
  return count === 0 ? undefined : { count, isLate: to !== '/' && queues.some((queue) => isLate(queue, serverNow())) }
}
