import { signal, useSignal } from '../state/signal.ts'

/** A short message over the page: success, undo and the end of the session; everything else is shown in its place. */
export type NoticeText = {
  id: number
  message: string
  description?: string
  top?: boolean
  action?: { label: string; run: () => void }
}

const shownForMs = 4000
const shownMost = 3
const notices = signal<readonly NoticeText[]>([])
let next = 1

export const dismiss = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id))

/** Shows a message for four seconds; at most three are shown at a time. */
export function notify(notice: Omit<NoticeText, 'id'>): void {
  const id = next++
  notices.set([...notices.get(), { ...notice, id }].slice(-shownMost))
  setTimeout(() => dismiss(id), shownForMs)
}

export const useNotices = (): readonly NoticeText[] => useSignal(notices)
