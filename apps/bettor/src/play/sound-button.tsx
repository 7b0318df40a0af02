import { useLingui } from '@lingui/react/macro'
import { useSounds } from './sounds.ts'

const waves = 'M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 010 6M18 6a8 8 0 010 12'
const silent = 'M4 10v4h4l5 4V6L8 10zM16 10l5 5M21 10l-5 5'

/** Switches the sounds of games and play-outs on and off: a loudspeaker, with waves while they are on. */
export function SoundButton({ className }: { className?: string | undefined }) {
  const { t } = useLingui()
  const [isOn, toggle] = useSounds()
  return (
    <button type="button" className={className} aria-label={t`Sound`} aria-pressed={isOn} onClick={toggle}>
      <LineDrawing path={isOn ? waves : silent} />
    </button>
  )
}

/** A drawing of lines in a box of 24, for a button of a bar. */
export function LineDrawing({ path }: { path: string }) {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
