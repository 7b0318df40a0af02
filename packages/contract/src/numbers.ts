/** The calling code of a country, and the pattern of its mobile numbers after it. */
export type Numbers = { readonly calling_code: string; readonly mobile: string }

let numbers: Numbers = { calling_code: '254', mobile: '[17]\\d{8}' }

/** How mobile numbers are read: Kenya's until the settings bring the country's. */
export const numbersNow = (): Numbers => numbers

/** Reads all numbers from now on as those of a country. */
export const readNumbersOf = (country: Numbers): void => void (numbers = country)
