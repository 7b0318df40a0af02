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
const notices = signal<readonly NoticeText[]>([])
let next = 1

export const dismiss = (id: number): void => notices.set(notices.get().filter((notice) => notice.id !== id))

/** Shows a message for four seconds, in place of an earlier one: one is shown at a time. */
export function notify(notice: Omit<NoticeText, 'id'>): void {
  const id = next++
  notices.set([{ ...notice, id }])
  setTimeout(() => dismiss(id), shownForMs)
}

export const useNotices = (): readonly NoticeText[] => useSignal(notices)

export const shownNotices = (): readonly NoticeText[] => notices.get()
