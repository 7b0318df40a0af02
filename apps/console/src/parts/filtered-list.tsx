import type { ReactNode } from 'react'
import { Filters, TextFilter } from './filter.tsx'
import { Loaded, type Loading } from './loaded.tsx'

type Props = {
  readonly label: string
  readonly placeholder: string
  /** The text that the list is searched for, which stays in the address. */
  readonly text: string | undefined
  readonly onText: (text: string) => void
  readonly of: Loading
  /** Filters before the text. */
  readonly chips?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A list that is searched for a text: the line of its filters, then the list, or what stands in its place while it loads or after it failed. */
export function FilteredList({ label, placeholder, text, onText, of, chips, className, children }: Props) {
  return (
    <>
      <Filters className={className}>
        {chips}
        <TextFilter label={label} placeholder={placeholder} value={text} onChange={onText} />
      </Filters>
      <Loaded of={of}>{children}</Loaded>
    </>
  )
}
