/** What the keys of callback addresses are made of in tests. */
export const callbackSecret = 'c0ffee'.padEnd(64, '0')
