export type IconName =
  | 'home'
  | 'live'
  | 'slip'
  | 'casino'
  | 'bets'
  | 'search'
  | 'x'
  | 'left'
  | 'right'
  | 'down'
  | 'plus'
  | 'lock'
  | 'star'
  | 'check'
  | 'user'
  | 'trash'
  | 'share'
  | 'info'
  | 'alert'
  | 'ball'
  | 'trophy'
  | 'bolt'
  | 'wallet'
  | 'eye'
  | 'gift'
  | 'menu'
  | 'clock'
  | 'print'
  | 'chart'
  | 'sort'

/** An icon of the page's sprite, hidden from screen readers: the text next to it or the label of its button names it. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
    >
      <use href={`#i-${name}`} />
    </svg>
  )
}
