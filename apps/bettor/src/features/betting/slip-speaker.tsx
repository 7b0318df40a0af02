import { Plural } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'

const announceIntervalMs = 5000

/** Announces to screen readers how many prices in the slip have changed, at most once in five seconds. */
export function SlipSpeaker({ moved }: { moved: number }) {
  const [changed, setChanged] = useState(0)
  const latest = useRef(moved)
  useEffect(() => {
    latest.current = moved
  }, [moved])
  useEffect(() => {
    const timer = setInterval(() => setChanged(latest.current), announceIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <p role="status" className="unseen">
      {changed > 0 && (
        <Plural value={changed} one="# price in your slip changed" other="# prices in your slip changed" />
      )}
    </p>
  )
}
