/** A number given as 2547… as operators see it: 0712 *** 678. */
export const maskedNumber = (msisdn: string): string => `0${msisdn.slice(3, 6)} *** ${msisdn.slice(-3)}`
