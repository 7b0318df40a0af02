import type { EventState } from '@nare/contract/match-events'
import style from './match-live.module.css'

type Drawing = 'ball' | 'card' | 'flag' | 'swap' | 'screen' | 'whistle' | 'spot'

const drawings: Readonly<Record<EventState['type'], Drawing>> = {
  kick_off: 'whistle',
  goal: 'ball',
  own_goal: 'ball',
  penalty_awarded: 'spot',
  penalty_scored: 'ball',
  penalty_missed: 'spot',
  yellow_card: 'card',
  red_card: 'card',
  corner: 'flag',
  substitution: 'swap',
  video_check: 'screen',
  video_overturned: 'screen',
  half_time: 'whistle',
  second_half: 'whistle',
  injury_time: 'whistle',
  full_time: 'whistle',
  interrupted: 'whistle',
  resumed: 'whistle',
  abandoned: 'whistle',
  postponed: 'whistle',
}

const paths: Readonly<Record<Drawing, string>> = {
  ball: 'M12 3a9 9 0 100 18 9 9 0 000-18M12 8l4 3-1.5 4.5h-5L8 11zM12 3v5M16 11l4.500-1.500M14.500 15.500L17 19M9.500 15.500L7 19M8 11L3.500 9.500',
  card: 'M7 4h10v16H7z',
  flag: 'M6 21V4l11 4-11 4',
  swap: 'M7 20V5M3.500 8.500L7 5l3.500 3.500M17 4v15M13.500 15.500L17 19l3.500-3.500',
  screen: 'M3 5h18v12H3zM9 21h6M12 17v4',
  whistle: 'M12 7v5l3 3M12 3a9 9 0 100 18 9 9 0 000-18',
  spot: 'M4 20V5h16v15M12 14a2 2 0 100 4 2 2 0 000-4',
}

/** The icon of an event, hidden from screen readers because the text next to it names the event. */
export function EventIcon({ type, size = 18 }: { type: EventState['type']; size?: number }) {
  return (
    <svg
      className={style.icon}
      data-type={type}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[drawings[type]]} />
    </svg>
  )
}
