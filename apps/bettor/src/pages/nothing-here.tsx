import { EmptyState, type Drawing } from '@nare/ui/empty-state'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** The content of an empty list or page: a sentence, and the link to where there is something. */
export function NothingHere({
  drawing,
  href,
  link,
  children,
}: {
  drawing: Drawing
  href: string
  link: ReactNode
  children: ReactNode
}) {
  return (
    <EmptyState drawing={drawing} action={<Link href={href}>{link}</Link>}>
      {children}
    </EmptyState>
  )
}
