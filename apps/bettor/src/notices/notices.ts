import { signal, useSignal } from '../state/signal.ts'

/** A short message over the page: success, undo and the end of the session; everything else is shown in its place. */
export type NoticeText = {
  id: number
  message: string
  description?: string
  top?: boolean
  action?: { label: string; run: () => void }
  /** News that is shown nowhere else: it stays for ten seconds, and returns after a notice that replaced it. */
  keeps?: true
}

const shownForMs = 4000
const keptForMs = 10_000
const shown = signal<NoticeText | undefined>(undefined)
let next = 1
let replaced: NoticeText | undefined

export function dismiss(id: number): void {
  if (shown.get()?.id !== id) return
  const back = replaced
  replaced = undefined
  shown.set(undefined)
  if (back) notify(back)
}

/** Shows a message for four seconds, in place of an earlier one: one is shown at a time. */
export function notify(notice: Omit<NoticeText, 'id'>): void {
  const before = shown.get()
  if (before?.keeps) replaced = before
  const id = next++
  shown.set({ ...notice, id })
  setTimeout(() => dismiss(id), notice.keeps ? keptForMs : shownForMs)
}

export const useNotice = (): NoticeText | undefined => useSignal(shown)

export const shownNotice = (): NoticeText | undefined => shown.get()
