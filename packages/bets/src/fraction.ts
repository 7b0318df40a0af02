/** An exact rational number, not reduced. The denominator is above zero. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

export const fraction = (numerator: bigint, denominator: bigint): Fraction => ({ numerator, denominator })

/** The exact product, not reduced: reducing costs more time than the longer numbers. */
export function times(a: Fraction, b: Fraction): Fraction {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator }
}

/** The largest whole number that is not above the fraction, which must not be negative. */
export function floorOf({ numerator, denominator }: Fraction): bigint {
  return numerator / denominator
}
