import '../../../slip/build-texts.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { Sheet } from '@nare/ui/sheet'
import { useState, type ComponentType } from 'react'
import { loadWithMessages } from '../../../i18n/locale.ts'
import { lazyPart } from '../../../loading/lazy-part.tsx'
import { Skeleton } from '../../../loading/skeleton.tsx'
import type { BuildPlaceProps } from '../../../slip/build-place.ts'
import style from './entry.module.css'

const Builder = lazyPart(
  () => loadWithMessages(() => import('./builder.tsx'), ['build', 'match']).then(({ Builder: part }) => part),
  { loading: <Skeleton rows={6} /> },
)

type EntryProps = {
  match: MatchView
  /** Places what was built, or adds it to the slip. */
  Place: ComponentType<BuildPlaceProps>
}

/** "Build a bet" on a match, which opens the builder in a sheet. */
export function BuildEntry({ match, Place }: EntryProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={style.entry} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Drawing />
        <span>
          <Trans>
            <b>Build a bet</b> on this match, one price
          </Trans>
        </span>
        <Icon name="right" size={18} />
      </button>
      <Sheet open={open} title={t`Build a bet`} closeLabel={t`Close`} tall onClose={() => setOpen(false)}>
        <Builder match={match} Place={Place} onDone={() => setOpen(false)} />
      </Sheet>
    </>
  )
}

function Drawing() {
  return (
    <svg
      viewBox="0 0 24 24"
      width={20}
      height={20}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      aria-hidden="true"
    >
      <rect x="4" y="4" width="7" height="7" rx="1.5" />
      <rect x="4" y="13" width="7" height="7" rx="1.5" />
      <rect x="13" y="13" width="7" height="7" rx="1.5" />
      <path d="M16.5 4v7M13 7.5h7" />
    </svg>
  )
}
