/** The symbol and the name, the same drawing as in the page's shell. */
export function Logo() {
  return (
    <svg width="88" height="28" viewBox="0 0 88 28" aria-hidden="true">
      <path fill="var(--primary)" d="M2 4h5l11 14V4h6v20h-5L8 10v14H2z" />
      <path fill="var(--accent)" d="M2 1h22v2H2z" />
      <text x="32" y="21" fontFamily="system-ui,sans-serif" fontSize="19" fontWeight="700" fill="currentColor">
        nare
      </text>
    </svg>
  )
}
