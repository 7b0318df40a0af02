/** A form that is on the screen: `close` returns whether it has closed, which it does not while its command is under way. */
type OpenForm = { readonly close: () => boolean }

const forms = new Set<OpenForm>()

/** Notes that a form is open, until the returned function is called. */
export function formOpened(form: OpenForm): () => void {
  forms.add(form)
  return () => forms.delete(form)
}

/** Closes what is open, so that another form opens in its place; returns false if one stays because its command is under way. */
export const closeForms = (): boolean => [...forms].every((form) => form.close())
