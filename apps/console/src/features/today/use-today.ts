import { useMemo, useState } from 'react'
import { nowMs, serverNow } from '../../wire/browser.ts'
import { useTopic } from '../../wire/live.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { consoleToday } from '@nare/contract/console-today'
import type { Today } from './queues.ts'

const everyMs = 60_000

/**
 * What waits, money, payments and health: read once, then live; while the connection is lost it is read each minute. `atMs` is the moment of
 * the newest state, of the server's clock.
 */
export function useToday() {
  const may = useMay()('today.read')
  const read = useRead(consoleToday.today, {}, { enabled: may, everyMs })
  const pushed = useTopic(may ? 'operator:today' : undefined, 'today')
  const live = useMemo(() => consoleToday.today.answer.safeParse(pushed).data, [pushed])
  const [stamp, setStamp] = useState<{ of: unknown; atMs: number }>({ of: undefined, atMs: 0 })
  if (stamp.of !== live) setStamp({ of: live, atMs: nowMs() })
  const isLive = live !== undefined && stamp.atMs >= read.dataUpdatedAt
  const held = read.data?.queues.find(({ name }) => name === 'aml')
  // What only some people see is no part of the topic: it is as old as the last read.
  const today: Today | undefined =
    isLive && held ? { ...live, queues: [...live.queues, held] } : isLive ? live : read.data
  const ahead = serverNow() - nowMs()
  return {
    today,
    atMs: today && ahead + (isLive ? stamp.atMs : read.dataUpdatedAt),
    error: read.error,
    retry: read.refetch,
  }
}
