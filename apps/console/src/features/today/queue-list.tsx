import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { durationText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { useNow } from '../../parts/use-now.ts'
import { labelOfQueue, pageOfQueue, waitedPart, type WaitingQueue } from './queues.ts'
import { useMay } from '../../wire/me.ts'
import style from './queue-list.module.css'

/** The queues with something in them: how many wait, and how long the oldest has waited of what is promised. */
export function QueueList({ queues }: { queues: readonly WaitingQueue[] }) {
  const nowMs = useNow()
  const navigate = useNavigate()
  const may = useMay()
  const [name, setName] = useState<string>()
  const waiting = queues.filter(({ count }) => count > 0)
  const at = waiting.findIndex((queue) => queue.name === name)
  const total = waiting.reduce((sum, { count }) => sum + count, 0)
  const late = waiting.filter((queue) => waitedPart(queue, nowMs) >= 1).length
  const move = (to: number): void => setName(waiting[Math.min(Math.max(to, 0), waiting.length - 1)]?.name)
  const open = (queue: WaitingQueue | undefined): void => {
    const path = queue && pageOfQueue(queue.name, may)
    if (path !== undefined) void navigate({ href: path })
  }
  const hasPage = (index: number): boolean =>
    waiting[index] !== undefined && pageOfQueue(waiting[index].name, may) !== undefined
  const numbers = waiting.flatMap((_, index) => (index < 9 && hasPage(index) ? [String(index + 1)] : []))
  useKeys([
    { keys: ['j', 'k'], label: 'move', press: (key) => move(key === 'j' ? at + 1 : at - 1), on: waiting.length > 0 },
    { keys: ['Enter'], label: 'open the queue', press: () => open(waiting[at]), on: hasPage(at) },
    { keys: numbers, label: 'open a queue', press: (key) => open(waiting[Number(key) - 1]) },
  ])
  return (
    <div className={style.queues} role="group" aria-label="What waits">
      <div className={style.total}>
        {total > 0 && <b>{total}</b>}
        <h2>{total === 0 ? 'Nothing waits.' : total === 1 ? 'waits for a person' : 'wait for a person'}</h2>
        {late > 0 && <span className={style.late}>{late} past the promise</span>}
      </div>
      <ul>
        {waiting.map((queue, at) => (
          <li key={queue.name} data-active={queue.name === name || undefined}>
            <QueueRow queue={queue} nowMs={nowMs} onOpen={hasPage(at) ? () => open(queue) : undefined} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function QueueRow({ queue, nowMs, onOpen }: { queue: WaitingQueue; nowMs: number; onOpen: (() => void) | undefined }) {
  const { name, count, oldest_at, promise_s } = queue
  const part = waitedPart(queue, nowMs)
  const waits = oldest_at === null ? '' : durationText((nowMs - Date.parse(oldest_at)) / 1000)
  const content = (
    <>
      <b className={style.count}>{count}</b>
      <span className={style.label}>{labelOfQueue(name)}</span>
      <span className={style.waits} data-late={part >= 0.75 || undefined}>
        {part >= 1 && '! '}
        {waits}
      </span>
      <meter className={style.meter} data-late={part >= 0.75 || undefined} value={Math.min(part, 1)} max={1}>
        {waits}
      </meter>
      <span className={style.promise}>of {durationText(promise_s)}</span>
    </>
  )
  if (!onOpen) return <div className={style.row}>{content}</div>
  return (
    <button type="button" className={style.row} onClick={onOpen}>
      {content}
    </button>
  )
}
