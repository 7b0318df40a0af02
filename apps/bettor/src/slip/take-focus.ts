/** Gives a new heading the focus of the button that it replaced, which has gone to the page itself. For `ref`, with `tabIndex={-1}`. */
export function takeFocus(heading: HTMLElement | null): void {
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}
