import type { ReactNode } from 'react'
import style from './empty-state.module.css'

/**
 * The drawings: a pair of paths each, in the text's colour and in amber, on a board of 96 by 72.
 */
const drawings = {
  matches: [
    'M14 58V18h68v40M14 30h68M26 18v40M40 18v40M56 18v40M70 18v40M14 44h68',
    'M48 46a8 8 0 100 16 8 8 0 000-16M48 51l4 3-1.5 4h-5L44 54z',
  ],
  bets: ['M30 8h36v54l-6-4-6 4-6-4-6 4-6-4-6 4zM38 20h20M38 30h20M38 40h10', 'M54 44l5 5 10-11'],
  slip: ['M28 10h40v52H28zM36 22h16M36 32h24', 'M48 42v12M42 48h12'],
  search: ['M42 12a20 20 0 100 40 20 20 0 000-40M57 47l17 15', 'M34 32h16M42 24v16'],
  statement: ['M22 14h52v46H22zM22 26h52M32 36h14M32 46h14', 'M58 36h8M58 46h8'],
  page: ['M48 8v54M24 14h42l8 8-8 8H24zM72 36H34l-8 7 8 7h38z', 'M40 62h16'],
} as const

export type Drawing = keyof typeof drawings

/** The content of an empty list or page: a small drawing, a sentence, and an action. */
export function EmptyState({
  drawing,
  children,
  action,
}: {
  drawing: Drawing
  children: ReactNode
  action?: ReactNode
}) {
  const [line, thread] = drawings[drawing]
  return (
    <div className={style.empty}>
      <svg width="96" height="72" viewBox="0 0 96 72" aria-hidden="true">
        <path className={style.ground} d="M8 66h80" />
        <path d={line} />
        <path className={style.thread} d={thread} />
      </svg>
      <p>{children}</p>
      {action}
    </div>
  )
}
