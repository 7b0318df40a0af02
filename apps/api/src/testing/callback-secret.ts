/** The secret of callback addresses in tests. */
export const callbackSecret = 'c0ffee'.padEnd(64, '0')
