/** Moves the focus to a heading that replaced the focused button. For `ref`, with `tabIndex={-1}`. */
export function takeFocus(heading: HTMLElement | null): void {
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}
