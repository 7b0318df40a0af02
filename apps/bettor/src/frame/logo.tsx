/** The logo, an SVG of the mark and the name; index.html contains the same drawing. */
export function Logo() {
  return (
    <svg width="92" height="28" viewBox="0 0 92 28" fill="none" strokeWidth="3.2" aria-hidden="true">
      <path stroke="var(--primary)" strokeWidth="4.5" d="M5 24V8l16 16V8" />
      <path stroke="var(--accent)" strokeWidth="3" d="M2.8 3.5h20.4" />
      <path
        stroke="currentColor"
        d="M34 23V11m0 5.5a4.5 4.5 0 019 0V23M58 11v12m0-6a4.7 4.7 0 10-9.4 0 4.7 4.7 0 009.4 0M64 23V11m0 5.5a4.5 4.5 0 015.5-4.3M73 17h10a5 5 0 10-1.6 3.6"
      />
    </svg>
  )
}
