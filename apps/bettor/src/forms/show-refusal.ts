/** Scrolls to what a refused form says and moves the focus there: the first wrong field, else its message. */
export function showRefusal(form: HTMLElement): void {
  const found =
    form.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form.querySelector<HTMLElement>('[role="alert"]')
  if (!found) return
  if (!found.matches('input, select, textarea')) found.tabIndex = -1
  // A field that has the focus already is announced again, with what is wrong.
  found.blur()
  found.focus({ preventScroll: true })
  // The middle of the screen is clear of the bars at its edges and of the keyboard.
  found.scrollIntoView({ block: 'center' })
}
