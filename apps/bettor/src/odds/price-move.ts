/** The direction of the change between two prices, given as decimal text; undefined if they are equal. */
export function priceMove(before: string, after: string): 'up' | 'down' | undefined {
  const [from, to] = [thousandths(before), thousandths(after)]
  return from === to ? undefined : to > from ? 'up' : 'down'
}

function thousandths(price: string): bigint {
  const [whole = '0', part = ''] = price.split('.')
  return BigInt(whole + part.padEnd(3, '0').slice(0, 3))
}
