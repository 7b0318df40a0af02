import type { BettorDetails } from '@nare/contract/console-bettors'
import { Tag } from '../../parts/controls.tsx'
import { serverNow } from '../../wire/browser.ts'
import { playFacts } from './state-of-play.ts'
import style from './bettor.module.css'

/** The state of play in a line: what holds the account back, limits, signs of harm. */
export function PlayLine({ bettor }: { bettor: BettorDetails }) {
  return (
    <div className={style.play}>
      <span className="t3">State of play</span>
      {playFacts(bettor, serverNow()).map(({ text, asks }) => (
        <Tag key={text} tone={asks ? 'amber' : undefined}>
          {text}
        </Tag>
      ))}
    </div>
  )
}
