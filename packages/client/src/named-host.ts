/** A browser's host cannot have passkeys if its address is a number. */
export const isNumberedHost = (hostname: string): boolean => /^[\d.]+$|:/.test(hostname)

/** Whether passkeys can be made and used here. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window && !isNumberedHost(location.hostname)
