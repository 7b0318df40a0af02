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
const notices = signal<readonly NoticeText[]>([])
let next = 1
let replaced: NoticeText | undefined

export function dismiss(id: number): void {
  if (notices.get()[0]?.id !== id) return
  const back = replaced
  replaced = undefined
  notices.set([])
  if (back) notify(back)
}

/** Shows a message for four seconds, in place of an earlier one: one is shown at a time. */
export function notify(notice: Omit<NoticeText, 'id'>): void {
  const [before] = notices.get()
  if (before?.keeps) replaced = before
  const id = next++
  notices.set([{ ...notice, id }])
  setTimeout(() => dismiss(id), notice.keeps ? keptForMs : shownForMs)
}

export const useNotices = (): readonly NoticeText[] => useSignal(notices)

export const shownNotices = (): readonly NoticeText[] => notices.get()
