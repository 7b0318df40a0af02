/** Scrolls a refused form to its first invalid field, or else to its message, and focuses it. */
export function showRefusal(form: HTMLElement): void {
  const found =
    form.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form.querySelector<HTMLElement>('[role="alert"]')
  if (!found) return
  if (!found.matches('input, select, textarea')) found.tabIndex = -1
  // Blurring first makes a screen reader announce a field again that already has the focus.
  found.blur()
  found.focus({ preventScroll: true })
  // The middle of the screen is clear of the bars at its edges and of the keyboard.
  found.scrollIntoView({ block: 'center' })
}
