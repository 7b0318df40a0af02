import { useSyncExternalStore } from 'react'

/** A short message over the page: success, undo, and the session's end; everything else is said where it happened. */
export type NoticeText = {
  id: number
  message: string
  description?: string
  top?: boolean
  action?: { label: string; run: () => void }
}

const shownForMs = 4000
const most = 3
let notices: readonly NoticeText[] = []
let next = 1
const listeners = new Set<() => void>()

const change = (now: readonly NoticeText[]): void => {
  notices = now
  for (const listener of listeners) listener()
}

export const dismiss = (id: number): void => change(notices.filter((notice) => notice.id !== id))

/** Shows a message for four seconds; at most three stand at once. */
export function notify(notice: Omit<NoticeText, 'id'>): void {
  const id = next++
  change([...notices, { ...notice, id }].slice(-most))
  setTimeout(() => dismiss(id), shownForMs)
}

export function useNotices(): readonly NoticeText[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => notices,
  )
}
