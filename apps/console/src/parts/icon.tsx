const drawings = {
  today: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17M12 7v5l3.5 2',
  trading: 'M3 17l5-6 4 4 8-10M15 5h5v5',
  bets: 'M4 6h16v4a2 2 0 000 4v4H4v-4a2 2 0 000-4zM10 10v4',
  bettors:
    'M9 4.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 5a3.5 3.5 0 010 6.5M18 14.5c2 .8 3.2 2.6 3.5 5.5',
  payments: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  reports: 'M5 20V11M12 20V4M19 20v-6M3 20.5h18',
  house: 'M4 11l8-7 8 7v9H4zM10 20v-5h4v5',
  search: 'M11 4.5a6.5 6.5 0 100 13 6.5 6.5 0 000-13M16 16l5 5',
  check: 'M4 12.5l5 5L20 6.5',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 018 0v3',
  down: 'M12 4v12M7 11l5 5 5-5M5 20h14',
  left: 'M15 5l-7 7 7 7',
  x: 'M6 6l12 12M18 6L6 18',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6',
  phone: 'M7 2.5h10v19H7zM11 18.5h2',
  note: 'M5 4h14v12l-4 4H5zM9 9h6M9 13h4',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  gauge: 'M4 18a9 9 0 1116 0M12 15l4-5',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4.5l12 7.5-12 7.5z',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
} as const

export type IconName = keyof typeof drawings

/** A line drawing in the text's colour, hidden from screen readers: text or a label beside it names it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 18 ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="icon"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
