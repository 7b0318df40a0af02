/** Addresses keep fields of the query as they are typed: text, never JSON. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const fields = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(fields.map(([key, value]) => [key, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
