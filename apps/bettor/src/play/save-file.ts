/** Saves a file of this page on the device. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Saves data as a JSON file, as the call that fetched it answered. */
export function saveAnswer(data: object, name: string): void {
  saveFile(new Blob([JSON.stringify({ data }, null, 1)], { type: 'application/json' }), name)
}
