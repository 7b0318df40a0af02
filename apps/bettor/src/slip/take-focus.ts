/** Moves the focus to a heading that replaced the focused button, also when its dialog opens only now. For `ref`, with `tabIndex={-1}`. */
export function takeFocus(heading: HTMLElement | null): void {
  heading?.setAttribute('autofocus', '')
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}
