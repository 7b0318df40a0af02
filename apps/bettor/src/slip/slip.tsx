import { useLingui } from '@lingui/react/macro'
import { EmptyState } from '@nare/ui/empty-state'
import { Icon } from '@nare/ui/icon'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { useApp } from '../state/hooks.ts'
import type { SlipKind } from '../state/slips.ts'
import style from './slip.module.css'
import { useReceipts } from './use-receipts.ts'

type ScreenProps = {
  page?: boolean
  title: ReactNode
  /** Controls beside the title; without them the title has an icon. */
  tools?: ReactNode
  children: ReactNode
}

/** A slip under its title: the right column of wide screens, or a page. */
export function SlipScreen({ page = false, title, tools, children }: ScreenProps) {
  const Title = page ? 'h1' : 'h2'
  // Own bets follow below an empty slip. They are worth more than its drawing, which would move what is below it when they arrive.
  const hasOwn = useApp(({ auth }) => auth.isLoggedIn) && !page
  return (
    <div className={`${style.column} ${page ? style.page : ''}`} data-own={hasOwn || undefined}>
      <header className={tools ? style.head : style.plain}>
        <Title>
          {!tools && <Icon name="slip" size={20} />} {title}
        </Title>
        {tools}
      </header>
      {children}
    </div>
  )
}

type BodyProps = {
  kind: SlipKind
  receipt: (bets: ReturnType<typeof useReceipts>['receipts']) => ReactNode
  /** The picks with the foot; nothing while the slip is empty. */
  filled: ReactNode
  empty: ReactNode
}

/** The receipts of the bets that were placed last, and the picks; what an empty slip offers without both. */
export function SlipBody({ kind, receipt, filled, empty }: BodyProps) {
  const { receipts } = useReceipts(kind)
  return (
    <div className={style.slip} tabIndex={-1}>
      {receipts.length > 0 && receipt(receipts)}
      {filled || (receipts.length === 0 && empty)}
    </div>
  )
}

/** What an empty slip says, and where it leads. The page may be the one under the slip's sheet: then the link only closes the sheet. */
export function EmptySlip({ href, link, children }: { href: string; link: ReactNode; children: ReactNode }) {
  return (
    <EmptyState
      drawing="slip"
      action={
        <Link href={href} onClick={closeSheet}>
          {link}
        </Link>
      }
    >
      {children}
    </EmptyState>
  )
}

function closeSheet({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  if (currentTarget.pathname === location.pathname) currentTarget.closest('dialog')?.close()
}

type Teams = { home_team: string; away_team: string }

/** The button that removes a pick from its slip. */
export function RemovePick({ pick, onRemove }: { pick: Teams; onRemove: () => void }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className={style.remove}
      aria-label={t`Remove ${pick.home_team} v ${pick.away_team}`}
      onClick={onRemove}
    >
      <Icon name="x" size={18} />
    </button>
  )
}
